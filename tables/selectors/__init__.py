"""Every read of the gaming floor that is more than a get."""
