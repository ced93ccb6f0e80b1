-- The guard of an account's identity ran as a function for every row whose sums moved, which is every row a posting
-- touches. The same comparison as a condition costs a tenth; the function is called only to refuse.
drop trigger fixed on ledger_account;
create trigger fixed before update on ledger_account for each row
  when ((new.tenant_id, new.id, new.code, new.kind, new.owner_type, new.owner_id, new.currency, new.running, new.min_zero)
    is distinct from
    (old.tenant_id, old.id, old.code, old.kind, old.owner_type, old.owner_id, old.currency, old.running, old.min_zero))
  execute function ledger_account_fixed();
create trigger never_removed before delete on ledger_account for each row execute function ledger_account_fixed();
