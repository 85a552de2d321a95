"""Printed circuit boards in place of wires, made from the same drawings as the wiring."""
