"""Wig Out! at the screen."""
