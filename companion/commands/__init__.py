"""What each command does; the command line itself is read in `companion.__main__`."""
