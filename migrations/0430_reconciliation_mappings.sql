-- How files of acquirers, aggregators and banks are read: described by people once, kept with each file that was read so (decision 427).

create table reconciliation_mapping (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text not null,
  family text not null check (family in ('trade', 'funds', 'account')),
  channel_id uuid,
  is_net boolean not null,
  replaces_id uuid,
  edition integer not null default 1,
  state text not null default 'current' check (state in ('current', 'replaced', 'off')),
  rules jsonb not null,
  actor text not null,
  search_text text not null default '',
  primary key (tenant_id, id),
  unique (tenant_id, name, edition)
);
create index reconciliation_mapping_name on reconciliation_mapping (tenant_id, name, id);
create index reconciliation_mapping_created_at on reconciliation_mapping (tenant_id, created_at, id);
create index reconciliation_mapping_family on reconciliation_mapping (tenant_id, family, id);
create index reconciliation_mapping_channel on reconciliation_mapping (tenant_id, channel_id, id);
create index reconciliation_mapping_state on reconciliation_mapping (tenant_id, state, id);
create index reconciliation_mapping_search on reconciliation_mapping using gin (search_text gin_trgm_ops);
-- Each edition is replaced once.
create unique index reconciliation_mapping_replaces on reconciliation_mapping (tenant_id, replaces_id) where replaces_id is not null;
call wattyard_protect('reconciliation_mapping');

alter table reconciliation_file
  add column mapping_id uuid,
  -- What it tells of; a described file tells it by its description.
  add column family text check (family in ('trade', 'funds', 'account')),
  drop constraint reconciliation_file_format_check,
  add constraint reconciliation_file_format_check check (format in ('wechat-trade', 'wechat-funds', 'alipay-trade', 'mt940', 'camt053', 'described')),
  add constraint reconciliation_file_described check (format is distinct from 'described' or mapping_id is not null);
create index reconciliation_file_mapping on reconciliation_file (tenant_id, mapping_id, id);
alter table reconciliation_file disable trigger fixed;
update reconciliation_file set family = case when format in ('mt940', 'camt053') then 'account' when format = 'wechat-funds' then 'funds' else 'trade' end
where format is not null;
alter table reconciliation_file enable trigger fixed;
alter table reconciliation_file add constraint reconciliation_file_family_told check (state not in ('sound', 'withdrawn') or family is not null);

-- A file keeps what it told. What was found in it is read once; one that could not be read may be read again.
create or replace function reconciliation_file_fixed() returns trigger language plpgsql as $$
declare
  open_columns constant text[] := array['version', 'updated_at', 'state', 'reason'];
  told_columns constant text[] := array['version', 'updated_at', 'state', 'fault', 'format', 'mapping_id', 'family', 'day', 'first_day', 'last_day', 'rows', 'unread',
    'income_fen', 'expense_fen', 'fees_fen', 'merchant', 'digest', 'parser_version'];
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if old.state = 'faulty' and new.state = 'received' and (to_jsonb(new) - told_columns) is not distinct from (to_jsonb(old) - told_columns) then
    return new;
  end if;
  if old.channel_id <> new.channel_id or old.content_file_id <> new.content_file_id
    or old.state <> 'received' and (to_jsonb(new) - open_columns) is distinct from (to_jsonb(old) - open_columns)
    or old.state = 'withdrawn' or old.state = 'faulty' or old.state = 'sound' and new.state not in ('sound', 'withdrawn') then
    raise exception 'a file that was read cannot be changed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a file was read by never changes: reading it again gives the same.
create function reconciliation_mapping_fixed() returns trigger language plpgsql as $$
begin
  if wattyard_is_eraser() then
    return new;
  end if;
  if (old.rules, old.family, old.is_net, old.edition) is distinct from (new.rules, new.family, new.is_net, new.edition)
    and exists (select 1 from reconciliation_file f where f.tenant_id = old.tenant_id and f.mapping_id = old.id and f.state in ('sound', 'withdrawn')) then
    raise exception 'files were read by this description' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger fixed before update on reconciliation_mapping for each row execute function reconciliation_mapping_fixed();

-- Whoever sends files describes them; whoever reads files sees how they are read.
update identity_role set permissions = permissions || array['reconciliation.mapping:read', 'reconciliation.mapping:export'], version = version + 1, updated_at = now()
where permissions @> array['reconciliation.file:read'] and not 'reconciliation.mapping:read' = any(permissions);
update identity_role set permissions = permissions || array['reconciliation.mapping:create', 'reconciliation.mapping:update', 'reconciliation.mapping:delete',
  'reconciliation.mapping:retire', 'reconciliation.mapping:restore', 'reconciliation.file:readAgain'], version = version + 1, updated_at = now()
where permissions @> array['reconciliation.file:create', 'reconciliation.mapping:read'] and not 'reconciliation.mapping:create' = any(permissions);
