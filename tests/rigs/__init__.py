"""Real Bluetooth and real USB serial in a virtual machine: `make rigs`."""
