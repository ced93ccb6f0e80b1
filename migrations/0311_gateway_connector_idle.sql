-- When a connector said last that it is idle (OCPP Available), by the clock to account with and by its receipt: the next
-- state it reports does not take back what this one showed of a session.
alter table gateway_connector_state add column idle_at timestamptz;
alter table gateway_connector_state add column idle_heard_at timestamptz;
update gateway_connector_state set idle_at = at, idle_heard_at = at where state = 'idle';
