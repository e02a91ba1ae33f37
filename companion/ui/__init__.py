"""Kivy. Shows models, forwards wishes, decides nothing."""
