-- Price policies.
create table pricing_policy (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null,
  name text not null,
  zone text not null,
  rounding text not null,
  energy_decimals text not null,
  status text not null,
  note text,
  search_text text not null default '',
  primary key (tenant_id, id)
);
create unique index pricing_policy_code_key on pricing_policy (tenant_id, code);
create index pricing_policy_name on pricing_policy (tenant_id, name, id);
create index pricing_policy_created_at on pricing_policy (tenant_id, created_at, id);
create index pricing_policy_name_trgm on pricing_policy using gin (name gin_trgm_ops);
create index pricing_policy_status on pricing_policy (tenant_id, status, id);
create index pricing_policy_search on pricing_policy using gin (search_text gin_trgm_ops);
call wattyard_protect('pricing_policy');

-- Versions of policies. `plans` is the draft's form, kept for the editor; `snapshot` is the canonical
-- text that `hash` is the SHA-256 of, and all that rating reads.
create table pricing_version (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  policy_id uuid not null,
  number integer not null check (number > 0),
  state text not null check (state in ('draft', 'published', 'retired')),
  valid_from_at timestamptz,
  valid_to_at timestamptz,
  note text,
  source text,
  problems integer not null,
  plans jsonb not null,
  snapshot text,
  hash text,
  edited_by text not null,
  edited_by_id uuid,
  published_by text,
  published_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, policy_id) references pricing_policy (tenant_id, id),
  check (state = 'draft' or (problems = 0 and snapshot is not null and hash is not null and valid_from_at is not null and published_at is not null)),
  check (valid_to_at >= valid_from_at)
);
create unique index pricing_version_policy_id_number_key on pricing_version (tenant_id, policy_id, number);
create unique index pricing_version_hash on pricing_version (hash);
create index pricing_version_created_at on pricing_version (tenant_id, created_at, id);
create index pricing_version_by_number on pricing_version (tenant_id, number, id);
create index pricing_version_valid_from_at on pricing_version (tenant_id, valid_from_at, id);
create index pricing_version_policy_id on pricing_version (tenant_id, policy_id, id);
create index pricing_version_state on pricing_version (tenant_id, state, id);
call wattyard_protect('pricing_version');

-- Highest number that a policy has given, so that the number of a discarded draft does not come back.
create table pricing_version_number (
  tenant_id uuid not null,
  policy_id uuid not null,
  last integer not null,
  primary key (tenant_id, policy_id),
  foreign key (tenant_id, policy_id) references pricing_policy (tenant_id, id) on delete cascade
);
call wattyard_protect('pricing_version_number');

-- What was published never changes: orders refer to it. Only its end may move, while it lies ahead
-- (five minutes of grace for clocks that differ), and its state from published to retired.
create function pricing_version_immutable() returns trigger language plpgsql as $$
begin
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
create trigger immutable before update or delete on pricing_version for each row execute function pricing_version_immutable();
create trigger no_truncate before truncate on pricing_version for each statement execute function wattyard_append_only();

-- At every instant at most one version of a policy holds. Publishers of one policy wait for each other
-- on its row, so neither can overlook the other.
create function pricing_version_no_overlap() returns trigger language plpgsql as $$
begin
  if new.state = 'draft' then return new; end if;
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
create trigger no_overlap before insert or update on pricing_version for each row execute function pricing_version_no_overlap();

-- Which policy runs where, from when. `target` is what the assignment is for in one column: the id of
-- a station or pile, pile and number of a connector, nothing for the whole tenant.
create table pricing_assignment (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  level text not null check (level in ('connector', 'pile', 'station', 'tenant')),
  variant text not null check (variant in ('all', 'fast', 'slow')),
  policy_id uuid,
  station_id uuid,
  operator_id uuid,
  pile_id uuid,
  connector_id uuid,
  connector_number integer,
  target text not null generated always as (
    case level when 'connector' then pile_id::text || '#' || connector_number::text when 'pile' then pile_id::text when 'station' then station_id::text else '' end
  ) stored,
  effective_from_at timestamptz not null,
  assigned_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, policy_id) references pricing_policy (tenant_id, id)
);
create unique index pricing_assignment_once on pricing_assignment (tenant_id, target, variant, effective_from_at);
create index pricing_assignment_effective_from_at on pricing_assignment (tenant_id, effective_from_at, id);
create index pricing_assignment_created_at on pricing_assignment (tenant_id, created_at, id);
create index pricing_assignment_policy_id on pricing_assignment (tenant_id, policy_id, id);
create index pricing_assignment_level on pricing_assignment (tenant_id, level, id);
create index pricing_assignment_variant on pricing_assignment (tenant_id, variant, id);
create index pricing_assignment_station_id on pricing_assignment (tenant_id, station_id, id);
create index pricing_assignment_operator_id on pricing_assignment (tenant_id, operator_id, id);
create index pricing_assignment_pile_id on pricing_assignment (tenant_id, pile_id, id);
create index pricing_assignment_connector_id on pricing_assignment (tenant_id, connector_id, id);
call wattyard_protect('pricing_assignment');

-- An assignment that has begun is history. A planned one may be taken back.
create function pricing_assignment_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.effective_from_at > now() then return old; end if;
  raise exception 'a price assignment that has begun cannot be changed' using errcode = 'restrict_violation';
end $$;
create trigger history before update or delete on pricing_assignment for each row execute function pricing_assignment_history();
create trigger no_truncate before truncate on pricing_assignment for each statement execute function wattyard_append_only();

-- One word per tenant that changes with everything that can change a price. Processes keep prices in
-- memory as long as the word is the one they read them under; it is random and no counter, so that a
-- transaction which is rolled back cannot leave its number behind.
create table pricing_revision (
  tenant_id uuid primary key,
  revision uuid not null
);
call wattyard_protect('pricing_revision');

create function pricing_new_revision() returns trigger language plpgsql as $$
begin
  insert into pricing_revision (tenant_id, revision) values (coalesce(new.tenant_id, old.tenant_id), gen_random_uuid())
  on conflict (tenant_id) do update set revision = excluded.revision;
  return null;
end $$;
create trigger new_revision after update on pricing_policy for each row execute function pricing_new_revision();
create trigger new_revision after insert or update on pricing_version for each row when (new.state <> 'draft') execute function pricing_new_revision();

create function pricing_new_revisions() returns trigger language plpgsql as $$
begin
  insert into pricing_revision (tenant_id, revision) select tenant_id, gen_random_uuid() from (select distinct tenant_id from changed) as tenants
  on conflict (tenant_id) do update set revision = excluded.revision;
  return null;
end $$;
create trigger new_revision_of_new after insert on pricing_assignment referencing new table as changed for each statement execute function pricing_new_revisions();
create trigger new_revision_of_gone after delete on pricing_assignment referencing old table as changed for each statement execute function pricing_new_revisions();
