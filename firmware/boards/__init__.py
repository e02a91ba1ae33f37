"""What differs from board to board: one small file each."""
