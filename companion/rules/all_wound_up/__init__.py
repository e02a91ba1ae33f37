"""All Wound Up: two to four players, wind-up figures racing over tiles, action cards bid for."""
