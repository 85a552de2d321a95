"""A whole evening in front of a pretend table, and whether the journal has what was played."""
