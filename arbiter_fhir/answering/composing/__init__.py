"""The deterministic composer: one module for each kind of question. It adds nothing of its own."""
