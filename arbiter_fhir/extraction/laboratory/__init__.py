"""Laboratory reports by geometry and grammar: rows, values, units, ranges, flags and dates."""
