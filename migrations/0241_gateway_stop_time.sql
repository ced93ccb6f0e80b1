-- What the pile's clock said at the first stop: a start under the same id that is dated before it is the same start, told
-- again with a clock that was put right.
alter table gateway_transaction add column stop_device_at timestamptz;
