"""What has come to rest: one picture after the other, from a frame to a sighting."""
