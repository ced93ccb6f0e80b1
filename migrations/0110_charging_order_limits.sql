-- What a bill was judged by beside the facts, kept with the order: a pile that is rated anew, or a connector that gets
-- another past, must not change what a proof finds years later. Orders from before this file have neither; for them
-- both are looked up as they were.
alter table charging_order add column rated_power_w integer;
-- Highest register the connector's meter had reached before; null when unknown, or when it counts per session. Taken
-- when the order is first judged, because a pile that was cut off tells of the sessions before in the same breath.
alter table charging_order add column register_before bigint;
-- Why an order ended without a charge: what we answered to its start, how its start command ended, who gave it up.
alter table charging_order add column close_reason text;
