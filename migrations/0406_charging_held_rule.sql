-- Money that was held too long had the number of another rule, S-18 (readings without a reported start).
update charging_finding set rule = 'S-19', version = version + 1, updated_at = now() where rule = 'S-18' and code = 'hold-released';
update charging_abnormal set rule = 'S-19', version = version + 1, updated_at = now() where rule = 'S-18' and code = 'hold-released';
