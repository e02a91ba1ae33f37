"""Lines that every reader and writer of the protocol must agree on. Both ends, on every Python."""

SOUND = (
    ("@H,1,0,0123456789abcdef*d63fcc", ("Hello", 1, 0, "0123456789abcdef")),
    (
        "@h,1,0,e66138528a2c,d004881c,fedcba9876543210,0a967a4019918a5940994ea47d7dda11*207f1c",
        ("Here", 1, 0, "e66138528a2c", "d004881c", "fedcba9876543210", "0a967a4019918a5940994ea47d7dda11"),
    ),
    (
        "@h,1,0,e66138528a2c,00000000,fedcba9876543210,00000000000000000000000000000000*5d902b",
        ("Here", 1, 0, "e66138528a2c", "00000000", "fedcba9876543210", "00000000000000000000000000000000"),
    ),
    ("@C,d81524abf4e1940af97d342a08aa3870*537ff8", ("Proof", "d81524abf4e1940af97d342a08aa3870")),
    (
        "@c,9f00a1b2,1.0,pico,6,5,1,0,power*00143e",
        ("Welcome", "9f00a1b2", "1.0", "pico", 6, 5, 1, 0, "power"),
    ),
    (
        "@c,9f00a1b2,1.0,esp32,6,7d0,12,3fffffff,watchdog*4d0c42",
        ("Welcome", "9f00a1b2", "1.0", "esp32", 6, 2000, 18, 1073741823, "watchdog"),
    ),
    (
        "@K,000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f*431760",
        ("Key", "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
    ),
    ("@k,d004881c*50a788", ("Paired", "d004881c")),
    ("@X,stranger*2c9d66", ("No", "stranger")),
    ("@T,0,28*e2828d", ("Ping", 0, 40)),
    ("@T,ffff,3e8*cced89", ("Ping", 65535, 1000)),
    ("@A,9f00a1b2,0*659fae", ("Ack", "9f00a1b2", 0)),
    ("@A,9f00a1b2,3fffffff*b06b68", ("Ack", "9f00a1b2", 1073741823)),
    ("@G,1,7,2,3f,000000*1c1d70", ("Orders", 1, 7, 2, 63, "000000")),
    ("@G,ffff,ffff,3,1,012340*e9b6a2", ("Orders", 65535, 65535, 3, 1, "012340")),
    ("@M*6fd2a0", ("Maintain",)),
    ("@P,9f00a1b2,1,0,0,0,0,0,0*7d64eb", ("Press", "9f00a1b2", 1, 0, 0, 0, 0, 0, 0)),
    (
        "@P,9f00a1b2,1a2b,0,5,ffffffffffff,7,6,9*e44a8c",
        ("Press", "9f00a1b2", 6699, 0, 5, 281474976710655, 7, 6, 9),
    ),
    ("@P,9f00a1b2,3,1,2,4da1901,7,0,0*2ee721", ("Press", "9f00a1b2", 3, 1, 2, 81402113, 7, 0, 0)),
    ("@Z,9f00a1b2,81,4da1901,a*b1b763", ("Lost", "9f00a1b2", 129, 81402113, 10)),
    (
        "@B,9f00a1b2,0,4da1901,1,0,0,3fffffff,0,0,0,0,0,0*e229dd",
        ("Beacon", "9f00a1b2", 0, 81402113, 1, 0, 0, 1073741823, 0, 0, 0, 0, 0, 0),
    ),
    (
        "@B,9f00a1b2,ffff,ffffffffffff,3fffffff,3fffffff,ffff,3fffffff,ffff,3f,ff,ffff,ffff,ffff*8a4a9f",
        (
            "Beacon",
            "9f00a1b2",
            65535,
            281474976710655,
            1073741823,
            1073741823,
            65535,
            1073741823,
            65535,
            63,
            255,
            65535,
            65535,
            65535,
        ),
    ),
)
"""A line without its newline; the message that it is and its fields, in order."""

WRONG = (
    "@*000000",
    "@A*d99e8b",
    "@A,9f00a1b2*a7bc99",
    "@A,9f00a1b2,*110f32",
    "@A,9f00a1b2,40000000*4a6312",
    "@A,9f00a1b2,-1*e268db",
    "@A,9f00a1b2,0x1*d5c2ec",
    "@A,9f00a1b2,1_0*d52a28",
    "@A,9f00a1b2, 1*4c1696",
    "@A,9f00a1b2,1F*f4d119",
    "@A,9F00A1B2,1*0d8793",
    "@A,9f00a1b,1*565c34",
    "@A,9f00a1b2,0000000000001*9a0507",
    "@X,*63a940",
    "@X,two words*4cb428",
    "@X,thirteenchars*404aa1",
    "@P,9f00a1b2,1,4,0,0,0,0,0*a41769",
    "@T,1*1b34ea",
    "@H,1,0,0123456789abcdeg*d10f5a",
)
"""The sum is right, and yet no line of ours: a field is missing, too long, too large or badly written."""

LATER = (("@A,9f00a1b2,5,77,word*fc11fb", ("Ack", "9f00a1b2", 5)),)
"""A later minor version may add fields: those that we know are read."""

KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
KEY_ID = "d004881c"
"""What the proofs above were made with; box e66138528a2c, nonces 0123456789abcdef and fedcba9876543210."""
