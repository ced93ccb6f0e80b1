-- Deletions of tenants: asked for by one person of the platform, approved by another, done after a time in which anybody of
-- them may withdraw. A row is the platform's: it belongs to the home tenant and names the tenant that goes.
create table identity_tenant_deletion (
  tenant_id uuid not null,
  id uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  subject_id uuid not null,
  state text not null default 'asked' check (state in ('asked', 'approved', 'withdrawn', 'deleting', 'deleted')),
  reason text not null,
  asked_by uuid not null,
  asked_by_name text not null,
  -- What stood against it and was decided on, as it was when it was asked for.
  warnings jsonb not null default '[]',
  approved_by uuid,
  approved_by_name text,
  approved_at timestamptz,
  wait_days integer,
  due_at timestamptz,
  withdrawn_by uuid,
  withdrawn_by_name text,
  withdrawn_at timestamptz,
  began_at timestamptz,
  -- Where the work has come to: by table rows done, cursor, whether it is through; and the pass over all tables.
  progress jsonb not null default '{}',
  -- Makes pseudonyms of names, and goes at the end: nobody can make them again.
  salt bytea,
  -- Why it does not go on, for people.
  problem text,
  ended_at timestamptz,
  certificate jsonb,
  primary key (tenant_id, id),
  check (subject_id <> tenant_id),
  check (state in ('asked', 'withdrawn') or (approved_by is not null and approved_at is not null and due_at is not null)),
  check (wait_days is null or wait_days >= 1),
  check ((state = 'deleting') = (salt is not null)),
  check ((state = 'deleted') = (certificate is not null and ended_at is not null)),
  -- Four eyes, whatever the code above says.
  constraint identity_tenant_deletion_four_eyes check (approved_by is distinct from asked_by)
);
-- One at a time of each tenant, and a tenant is deleted once.
create unique index identity_tenant_deletion_open on identity_tenant_deletion (subject_id) where state <> 'withdrawn';
create index identity_tenant_deletion_subject on identity_tenant_deletion (tenant_id, subject_id, id);
call wattyard_protect('identity_tenant_deletion', 'select, insert, update');
call wattyard_outlives('identity_tenant_deletion');

create function identity_tenant_deletion_history() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['state', 'updated_at', 'approved_by', 'approved_by_name', 'approved_at', 'wait_days', 'due_at',
    'withdrawn_by', 'withdrawn_by_name', 'withdrawn_at', 'began_at', 'progress', 'salt', 'problem', 'ended_at', 'certificate'];
begin
  if tg_op <> 'UPDATE' then
    raise exception 'deletions of tenants are never removed' using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - moving) is distinct from (to_jsonb(old) - moving) then
    raise exception 'what was asked for cannot be changed' using errcode = 'restrict_violation';
  end if;
  if not (old.state = new.state
    or (old.state = 'asked' and new.state in ('approved', 'withdrawn'))
    or (old.state = 'approved' and new.state in ('withdrawn', 'deleting'))
    or (old.state = 'deleting' and new.state = 'deleted')) then
    raise exception 'a deletion does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if old.approved_by is not null
    and (old.approved_by, old.approved_at, old.due_at) is distinct from (new.approved_by, new.approved_at, new.due_at) then
    raise exception 'a deletion is approved once' using errcode = 'restrict_violation';
  end if;
  if old.state in ('withdrawn', 'deleted') and to_jsonb(new) is distinct from to_jsonb(old) then
    raise exception 'a deletion that has ended cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger history before update or delete on identity_tenant_deletion for each row execute function identity_tenant_deletion_history();
create trigger never_emptied before truncate on identity_tenant_deletion for each statement execute function wattyard_append_only();

alter table identity_tenant drop constraint identity_tenant_status_check;
alter table identity_tenant add constraint identity_tenant_status_check check (status in ('active', 'suspended', 'deleting', 'deleted'));
alter table identity_tenant add constraint identity_tenant_home_stays check (not is_home or status not in ('deleting', 'deleted'));
-- The code of a tenant that is gone is free again; its line keeps it to be read.
drop index identity_tenant_code;
create unique index identity_tenant_code on identity_tenant (lower(code)) where status <> 'deleted';

-- A tenant goes by a deletion that two people have agreed on, and never comes back: the eraser's right hangs on this state.
create function identity_tenant_goes_once() returns trigger language plpgsql as $$
begin
  if old.status = 'deleted' or (old.status = 'deleting' and new.status <> 'deleted') or (new.status = 'deleted' and old.status <> 'deleting') then
    raise exception 'a tenant does not go from % to %', old.status, new.status using errcode = 'restrict_violation';
  end if;
  if new.status = 'deleting' and not exists (
    select from identity_tenant_deletion d
    where d.subject_id = new.tenant_id and d.state = 'deleting' and d.approved_by is distinct from d.asked_by) then
    raise exception 'no deletion of this tenant was approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger goes_once before update on identity_tenant for each row
  when (new.status is distinct from old.status and (old.status in ('deleting', 'deleted') or new.status in ('deleting', 'deleted')))
  execute function identity_tenant_goes_once();
