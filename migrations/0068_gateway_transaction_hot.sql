-- A stop changes one column of its transaction. While an index depended on that column every stop wrote all five indexes
-- anew; open transactions of a pile are looked for among its recent ones instead (seven days, newest first).
drop index gateway_transaction_open;
create index gateway_transaction_recent on gateway_transaction (tenant_id, pile_id, created_at desc);
alter table gateway_transaction set (fillfactor = 85);
