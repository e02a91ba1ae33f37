"""Adapters to the world, each with a simulated twin."""
