"""Small parts of the screens of All Wound Up."""
