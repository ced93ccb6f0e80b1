-- Whoever is forgotten is not named by the evidence of a correction either (decision 424).
grant update (evidence) on members_adjustment to wattyard_tenant;
