"""What `make play` plays where no camera has been taught: a short clip of a game, its bare grid and its truth."""
