"""The child that opens hostile bytes, and what passes between it and its parent."""
