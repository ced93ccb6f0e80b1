-- A debt is told apart by the orders that were not paid at once; few are, and a member may have many others.
create index charging_order_receivable on charging_order (tenant_id, member_id) where receivable_fen > 0;
