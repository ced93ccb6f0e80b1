-- By which command an order was asked to stop last: a pile that does not know the transaction has no such session.
alter table charging_watch add column stop_command uuid;
