-- A tenant's rows go, or lose whom they name, by a role of its own. Neither role of the application gets a right it did
-- not have: append-only tables refuse them as before. The eraser sees the rows of one tenant alone, and of that only
-- while the tenant is in state `deleting`; what a table lets it do are rights of that table (docs/decisions/0190-…).
do $$
begin
  if not exists (select from pg_roles where rolname = 'wattyard_eraser') then
    create role wattyard_eraser nologin nosuperuser nobypassrls;
  end if;
  execute format('grant wattyard_eraser to %I', current_user);
end $$;

-- The tenant that is being deleted in this transaction; null for every other, so that nothing is seen. It runs as the
-- owner: the eraser itself may not read tenants.
create function wattyard_erased_tenant() returns uuid language sql stable security definer set search_path = public, pg_temp as
  $$ select t.tenant_id from identity_tenant t
     where t.tenant_id = nullif(current_setting('wattyard.tenant_id', true), '')::uuid and t.status = 'deleting' $$;
revoke execute on function wattyard_erased_tenant() from public;
grant execute on function wattyard_erased_tenant() to wattyard_eraser;

-- A table's rows go with their tenant.
create procedure wattyard_let_go(target regclass) language plpgsql as $$
begin
  execute format('create policy tenant_erasure on %s to wattyard_eraser using (tenant_id = (select wattyard_erased_tenant()))', target);
  execute format('grant select, delete on %s to wattyard_eraser', target);
end $$;

-- A table's rows outlive their tenant; in the named columns they may lose whom they name, in no other.
create procedure wattyard_outlives(target regclass, masked text[] default '{}') language plpgsql as $$
begin
  execute format('revoke delete on %s from wattyard_eraser', target);
  if masked = '{}' then
    execute format('revoke select on %s from wattyard_eraser', target);
  else
    execute format('grant update (%s) on %s to wattyard_eraser', array_to_string(array(select quote_ident(m) from unnest(masked) as m), ', '), target);
  end if;
end $$;

-- As before, and new tables let their rows go unless they say that they outlive their tenant.
create or replace procedure wattyard_protect(target regclass, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant_isolation on %s to wattyard_tenant using (tenant_id = wattyard_tenant_id()) with check (tenant_id = wattyard_tenant_id())', target);
  execute format('create policy platform_access on %s to wattyard_platform using (true) with check (true)', target);
  execute format('grant %s on %s to wattyard_tenant, wattyard_platform', rights, target);
  call wattyard_let_go(target);
end $$;

do $$
declare
  target regclass;
begin
  for target in
    select c.oid::regclass from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant_erasure')
  loop
    call wattyard_let_go(target);
  end loop;
end $$;

-- Guards of tables let the eraser by and nobody else: what it may do there are its rights on the table. The same
-- functions as before otherwise.
create function wattyard_is_eraser() returns boolean language sql stable as $$ select current_user = 'wattyard_eraser' $$;

create or replace function wattyard_append_only() returns trigger language plpgsql as $$
begin
  if tg_op <> 'TRUNCATE' and wattyard_is_eraser() then
    return null;
  end if;
  raise exception '% is append-only: correct by a further entry', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function platform_approval_history() returns trigger language plpgsql as $$
declare
  decided constant text[] := array['state', 'version', 'updated_at', 'decider_id', 'decided_by', 'decided_at', 'note', 'answer'];
begin
  if tg_op = 'UPDATE' and wattyard_is_eraser() then
    return new;
  end if;
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

create or replace function pricing_version_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and wattyard_is_eraser() then
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.state = 'draft' then return old; end if;
    raise exception 'a published price version cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if old.state = 'draft' then return new; end if;
  if new.tenant_id <> old.tenant_id or new.id <> old.id or new.policy_id <> old.policy_id or new.number <> old.number
    or new.valid_from_at <> old.valid_from_at or new.plans <> old.plans or new.snapshot <> old.snapshot or new.hash <> old.hash
    or new.problems <> old.problems or new.created_at <> old.created_at or new.published_at <> old.published_at
    or new.note is distinct from old.note or new.source is distinct from old.source
    or new.edited_by <> old.edited_by or new.edited_by_id is distinct from old.edited_by_id
    or new.published_by is distinct from old.published_by or new.snapshot is null or new.hash is null
    or (new.state <> old.state and not (old.state = 'published' and new.state = 'retired')) then
    raise exception 'a published price version cannot be changed' using errcode = 'restrict_violation';
  end if;
  if new.valid_to_at is distinct from old.valid_to_at
    and (least(coalesce(new.valid_to_at, 'infinity'), coalesce(old.valid_to_at, 'infinity')) < now() - interval '5 minutes'
      or old.state = 'retired') then
    raise exception 'the time in which a price version was in force cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Names in a version change nothing of when it holds or what it costs.
create or replace function pricing_version_no_overlap() returns trigger language plpgsql as $$
begin
  if new.state = 'draft' or wattyard_is_eraser() then return new; end if;
  perform 1 from pricing_policy where tenant_id = new.tenant_id and id = new.policy_id for update;
  if exists (
    select 1 from pricing_version other
    where other.tenant_id = new.tenant_id and other.policy_id = new.policy_id and other.id <> new.id and other.state <> 'draft'
      and tstzrange(other.valid_from_at, other.valid_to_at) && tstzrange(new.valid_from_at, new.valid_to_at)
  ) then
    raise exception 'two versions of a price policy would hold at the same time' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;

create or replace function pricing_new_revision() returns trigger language plpgsql as $$
begin
  if wattyard_is_eraser() then return null; end if;
  insert into pricing_revision (tenant_id, revision) values (coalesce(new.tenant_id, old.tenant_id), gen_random_uuid())
  on conflict (tenant_id) do update set revision = excluded.revision;
  return null;
end $$;

create or replace function pricing_new_revisions() returns trigger language plpgsql as $$
begin
  if wattyard_is_eraser() then return null; end if;
  insert into pricing_revision (tenant_id, revision) select tenant_id, gen_random_uuid() from (select distinct tenant_id from changed) as tenants
  on conflict (tenant_id) do update set revision = excluded.revision;
  return null;
end $$;

create or replace function pricing_assignment_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.effective_from_at > now() or wattyard_is_eraser()) then return old; end if;
  raise exception 'a price assignment that has begun cannot be changed' using errcode = 'restrict_violation';
end $$;

create or replace function gateway_point_map_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and wattyard_is_eraser() then return old; end if;
  if old.state = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a published map of points cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if new.tenant_id <> old.tenant_id or new.id <> old.id or new.model_id <> old.model_id or new.number <> old.number
    or new.protocol <> old.protocol or new.points <> old.points or new.problems <> old.problems
    or new.point_count <> old.point_count or new.published_at <> old.published_at or new.published_by is distinct from old.published_by
    or (new.state <> old.state and not (old.state = 'published' and new.state = 'retired')) then
    raise exception 'a published map of points cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The books, and what explains them.
call wattyard_outlives('ledger_account');
call wattyard_outlives('ledger_journal');
call wattyard_outlives('ledger_posting');
call wattyard_outlives('ledger_hold');
call wattyard_outlives('ledger_closed_until');
call wattyard_outlives('ledger_balance_day');
call wattyard_outlives('ledger_verification');
call wattyard_outlives('finance_day_close');
call wattyard_outlives('finance_daily_bill');
call wattyard_outlives('charging_order', '{tag}');
call wattyard_outlives('charging_order_line');
call wattyard_outlives('charging_fact', '{body}');
call wattyard_outlives('charging_refund', '{reason,asked_by}');
call wattyard_outlives('charging_abnormal', '{closed_by,note}');
call wattyard_outlives('pricing_policy', '{note}');
call wattyard_outlives('pricing_version', '{edited_by,published_by}');
call wattyard_outlives('assets_station', '{station_phone,service_phone,parking_note,guide,note}');
call wattyard_outlives('identity_office', '{contact,phone,note,head_id,deputy_ids,search_text}');
call wattyard_outlives('platform_approval', '{subject,reason,input,basis,asked_by,decided_by,note,answer}');
call wattyard_outlives('kernel_audit', '{actor_name,actor_id,ip,record_id,before,after}');
-- What is the installation's, and the line that says that the tenant was here.
call wattyard_outlives('identity_tenant');
call wattyard_outlives('identity_tenant_export');
call wattyard_outlives('platform_backup');
call wattyard_outlives('platform_schedule');
call wattyard_outlives('platform_schedule_run');
