"""A table that can be seen without a camera: what lies where goes in, pictures and a stream of them come out.

Nothing of the rules is known here; who lays what, and why, is decided elsewhere.
"""
