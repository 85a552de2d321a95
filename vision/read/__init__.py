"""What the finds show: the reader, the checks whose evidence is added up, and the house's own tiles."""
