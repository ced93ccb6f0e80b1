-- An abnormal order is asked for by the day of its end, as the daily bill counts it: when it ended, or what was last heard of it.
alter table charging_abnormal add column order_ended_at timestamptz;
update charging_abnormal a set order_ended_at = coalesce(o.ended_at, o.last_fact_at)
from charging_order o where o.tenant_id = a.tenant_id and o.id = a.order_id;
create index charging_abnormal_ended on charging_abnormal (tenant_id, order_ended_at, id);

-- Orders with a refund or a cancellation that waits for their end: few, and for a short time.
create index charging_order_wish on charging_order (tenant_id, wish, id) where wish is not null;
