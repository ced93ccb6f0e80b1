-- Which command ordered the start that an order waits for: how it ended decides what becomes of the order.
alter table charging_watch add column start_command uuid;
