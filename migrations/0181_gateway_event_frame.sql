-- A boot and a fault are told by a frame; the device log leads to it.
alter table gateway_event add column frame text;
