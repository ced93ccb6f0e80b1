-- Prices have six decimals now. What was billed and sealed before keeps its numbers and says that they have five: a row that
-- is proved by a root is not rewritten. New lines name their own.
alter table charging_order_line add column price_scale smallint not null default 5 check (price_scale in (5, 6));
