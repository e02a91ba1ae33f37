"""The program beside the table."""
