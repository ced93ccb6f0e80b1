-- Highest number that something has given to its versions, so that the number of a discarded draft does not come back.
create table kernel_version_number (
  tenant_id uuid not null,
  -- Definition of the versions, and what they are of.
  resource text not null,
  owner_id uuid not null,
  last integer not null check (last > 0),
  primary key (tenant_id, resource, owner_id)
);
call wattyard_protect('kernel_version_number');

insert into kernel_version_number (tenant_id, resource, owner_id, last)
select tenant_id, 'pricing.version', policy_id, last from pricing_version_number
union all
select tenant_id, 'gateway.pointMap', model_id, max(number) from gateway_point_map group by tenant_id, model_id;
drop table pricing_version_number;

-- Maps of points are versions like others: where a draft came from, and whose account wrote it last.
alter table gateway_point_map add column source text, add column edited_by_id uuid;

-- What was published never changes, whoever asks: only what is named as further arguments, and its state, once, to retired.
create function wattyard_version_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['state', 'version', 'updated_at'] || tg_argv;
begin
  -- What a deleted tenant leaves, and under which name, is said by the fate of the table (decision 190).
  if wattyard_is_eraser() then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if old.state = 'draft' then
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end if;
  if tg_op = 'DELETE' then
    raise exception 'a published version cannot be deleted' using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or (new.state <> old.state and not (old.state = 'published' and new.state = 'retired')) then
    raise exception 'a published version cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop trigger immutable on gateway_point_map;
drop function gateway_point_map_immutable();
create trigger immutable before update or delete on gateway_point_map for each row execute function wattyard_version_fixed();
