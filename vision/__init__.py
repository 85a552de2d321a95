"""From a camera frame to a sighting of tiles; knows labels, not rules."""
