"""Documents for one job, made of the profile's own words: a resume and a cover letter as PDF."""
