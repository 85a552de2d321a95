"""Turns camera frames into sightings of tiles; knows the labels of tiles, not the rules of the game."""
