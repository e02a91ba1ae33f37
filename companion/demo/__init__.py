"""What `make play` plays where no camera has been taught: a clip of a game, its bare grid, deal and truth."""
