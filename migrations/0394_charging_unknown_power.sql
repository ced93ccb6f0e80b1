-- An order whose pile had reported no power was stored with a maximum of 0, and readings that came with the stop did not raise it. The
-- facts say what was reported: the greatest power, 0 where that was reported, and nothing where none was. They are read as text, because
-- facts cannot be changed: one with an odd shape would stop the product from starting for ever. Whole watts below 10^9 count, as they
-- are written.
update charging_order o set max_power_w = r.most, version = o.version + 1
from (
  select z.tenant_id, z.id, max(watts.found[1]::integer) as most
  from charging_order z
  left join charging_fact f on f.tenant_id = z.tenant_id and f.session_id = z.id and f.kind in ('meter-read', 'session-stopped')
  left join lateral regexp_matches(f.body::text, '"powerW"\s*:\s*(\d{1,9})\s*[,}]', 'g') as watts (found) on true
  where z.max_power_w = 0
  group by z.tenant_id, z.id
) r
where r.tenant_id = o.tenant_id and r.id = o.id and r.most is distinct from 0;
