"""Company boards read through the classes of ats-scrapers, with every request through the door."""
