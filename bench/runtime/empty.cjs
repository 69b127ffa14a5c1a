// An empty program: what starting costs.
