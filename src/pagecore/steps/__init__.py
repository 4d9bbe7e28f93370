"""Steps after a method: each corrects what was chosen, and says why."""
