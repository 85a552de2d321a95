"""The generator of training pictures: tile faces in many styles, crops of them, whole tables.

No training happens here.
"""
