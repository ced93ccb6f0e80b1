-- A request for a second person ends when a record that it rests on is changed or deleted, whoever writes there. The database notes it:
-- no writer can forget to say so (docs/decisions/0437-requests-end-with-what-they-rest-on.md).

-- Records that waiting requests rest on: their own, and others that they name.
create table platform_approval_rest (
  tenant_id uuid not null,
  record text not null,
  approval_id uuid not null,
  primary key (tenant_id, record, approval_id)
);
create index platform_approval_rest_approval on platform_approval_rest (tenant_id, approval_id);
call wattyard_protect('platform_approval_rest', 'select, insert, delete');

-- Waiting requests of which such a record was written, until somebody has looked whether they still hold. Never unique: two writers
-- who touch one request do not wait for each other.
create table platform_approval_touch (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  approval_id uuid not null,
  -- The record was deleted.
  gone boolean not null,
  -- Transaction that wrote: only of its own does a call know who did it.
  xact bigint not null default (pg_current_xact_id()::text::bigint),
  primary key (tenant_id, id)
);
call wattyard_protect('platform_approval_touch', 'select, insert, delete');

create function platform_requests_touched() returns trigger language plpgsql as $$
begin
  if wattyard_is_eraser() then
    return null;
  end if;
  insert into platform_approval_touch (tenant_id, approval_id, gone)
  select r.tenant_id, r.approval_id, tg_op = 'DELETE'
  from changed c join platform_approval_rest r on r.tenant_id = c.tenant_id and r.record = c.id::text;
  return null;
end $$;

-- Lets requests follow the rows of a table. Every definition that has a rule of two people, and every one that the inputs of such a
-- command name, calls this once for its table; a test proves it.
create procedure wattyard_requests_follow(target regclass) language plpgsql as $$
begin
  execute format('create trigger requests_follow_update after update on %s referencing old table as changed for each statement execute function platform_requests_touched()', target);
  execute format('create trigger requests_follow_delete after delete on %s referencing old table as changed for each statement execute function platform_requests_touched()', target);
end $$;

-- A request rests on its own record from the first moment, and on nothing once it is decided.
create function platform_approval_rests() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into platform_approval_rest (tenant_id, record, approval_id) values (new.tenant_id, new.record, new.id);
  else
    delete from platform_approval_rest where tenant_id = new.tenant_id and approval_id = new.id;
    delete from platform_approval_touch where tenant_id = new.tenant_id and approval_id = new.id;
  end if;
  return null;
end $$;
create trigger rests after insert on platform_approval for each row when (new.state = 'waiting') execute function platform_approval_rests();
create trigger rests_no_more after update of state on platform_approval
  for each row when (old.state = 'waiting' and new.state <> 'waiting') execute function platform_approval_rests();

insert into platform_approval_rest (tenant_id, record, approval_id)
select tenant_id, record, id from platform_approval where state = 'waiting';

-- Journals never change: one is reversed by another, which touches it.
create function platform_requests_reversed() returns trigger language plpgsql as $$
begin
  insert into platform_approval_touch (tenant_id, approval_id, gone)
  select r.tenant_id, r.approval_id, false from platform_approval_rest r
  where r.tenant_id = new.tenant_id and r.record = new.reverses_id::text;
  return null;
end $$;
create trigger requests_follow_reversal after insert on ledger_journal
  for each row when (new.reverses_id is not null) execute function platform_requests_reversed();

call wattyard_requests_follow('charging_order');
call wattyard_requests_follow('companies_bank_account');
call wattyard_requests_follow('ledger_journal');
call wattyard_requests_follow('members_freeze');
call wattyard_requests_follow('members_member');
call wattyard_requests_follow('payables_document');
call wattyard_requests_follow('payments_channel');
call wattyard_requests_follow('payments_refund');
call wattyard_requests_follow('payments_refund_part');
call wattyard_requests_follow('pricing_version');
call wattyard_requests_follow('reconciliation_outcome');
