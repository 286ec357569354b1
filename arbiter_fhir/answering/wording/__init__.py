"""The sentences that answers are made of: our own words around clean pieces, and nothing else."""
