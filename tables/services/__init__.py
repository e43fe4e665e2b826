"""Every write of the gaming floor: one function, one transaction."""
