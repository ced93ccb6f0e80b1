-- Commands that wait for a second person. What was asked never changes, and a decision is made once.
create table platform_approval (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  resource text not null,
  command text not null,
  record text not null,
  subject text not null,
  amount_fen bigint not null,
  reason text,
  input jsonb not null,
  -- Columns of the record that the decision rests on, as they were when it was asked for.
  basis jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated')),
  operator_id uuid,
  station_id uuid,
  asker_id uuid not null,
  asked_by text not null,
  expires_at timestamptz not null,
  decider_id uuid,
  decided_by text,
  decided_at timestamptz,
  note text,
  answer jsonb,
  primary key (tenant_id, id),
  -- Four eyes, whatever the code above says.
  constraint platform_approval_four_eyes check (state not in ('approved', 'rejected') or decider_id is distinct from asker_id)
);
create index platform_approval_created_at on platform_approval (tenant_id, created_at, id);
create index platform_approval_state on platform_approval (tenant_id, state, id);
create index platform_approval_resource on platform_approval (tenant_id, resource, id);
create index platform_approval_record on platform_approval (tenant_id, record, id);
create index platform_approval_station on platform_approval (tenant_id, station_id, id);
create index platform_approval_operator on platform_approval (tenant_id, operator_id, id);
create index platform_approval_asker on platform_approval (tenant_id, asker_id, id);
-- One record waits for one decision of a kind at a time.
create unique index platform_approval_once on platform_approval (tenant_id, resource, command, record) where state = 'waiting';
create index platform_approval_waiting on platform_approval (expires_at) where state = 'waiting';
call wattyard_protect('platform_approval', 'select, insert, update');

create function platform_approval_history() returns trigger language plpgsql as $$
declare
  decided constant text[] := array['state', 'version', 'updated_at', 'decider_id', 'decided_by', 'decided_at', 'note', 'answer'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'requests for approval are never removed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'waiting' and (old.state, old.decider_id, old.decided_at) is distinct from (new.state, new.decider_id, new.decided_at) then
    raise exception 'a request for approval is decided once' using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - decided) is distinct from (to_jsonb(old) - decided) then
    raise exception 'what was asked for approval cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger history before update or delete on platform_approval for each row execute function platform_approval_history();
create trigger never_emptied before truncate on platform_approval for each statement execute function wattyard_append_only();
