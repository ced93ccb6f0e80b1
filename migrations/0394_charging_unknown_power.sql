-- An order whose pile had reported no power was stored with a maximum of 0, and readings that came with the stop did not raise it. The
-- facts say what was reported: the greatest power, 0 where that was reported, and nothing where none was.
update charging_order o set max_power_w = r.most, version = o.version + 1
from (
  select z.tenant_id, z.id, max((sample ->> 'powerW')::integer) as most
  from charging_order z
  left join charging_fact f on f.tenant_id = z.tenant_id and f.session_id = z.id and f.kind in ('meter-read', 'session-stopped')
  left join lateral json_array_elements(f.body -> 'samples') as sample on true
  where z.max_power_w = 0
  group by z.tenant_id, z.id
) r
where r.tenant_id = o.tenant_id and r.id = o.id and r.most is distinct from 0;
