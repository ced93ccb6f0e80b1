-- Tenants: a tenant's row lives inside the tenant itself, so that its own people see it and nobody else's.
create table identity_tenant (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  code text not null,
  name text not null,
  profile text not null check (profile in ('demo', 'production')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  zone text not null default 'Asia/Shanghai',
  currency text not null default 'CNY',
  -- The installation's first tenant: sign-in names without @tenant belong to it.
  is_home boolean not null default false,
  primary key (tenant_id, id),
  check (tenant_id = id)
);
create unique index identity_tenant_code on identity_tenant (lower(code));
create unique index identity_tenant_home on identity_tenant (is_home) where is_home;
create index identity_tenant_code_sort on identity_tenant (tenant_id, code, id);
create index identity_tenant_name on identity_tenant (tenant_id, name, id);
create index identity_tenant_status on identity_tenant (tenant_id, status, id);
create index identity_tenant_search on identity_tenant using gin (search_text gin_trgm_ops);
call wattyard_protect('identity_tenant');

-- Operators and departments in one tree. An operator owns stations.
create table identity_office (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  code text not null,
  name text not null,
  kind text not null check (kind in ('operator', 'department')),
  status text not null default 'active' check (status in ('active', 'closed')),
  parent_id uuid,
  -- Ids from the root down to this office, each followed by a slash.
  path text not null,
  -- This office if it is an operator, else the nearest operator above it.
  operator_id uuid,
  contact text,
  phone text,
  note text,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references identity_office (tenant_id, id),
  check (parent_id is distinct from id),
  check (kind <> 'operator' or operator_id = id)
);
create unique index identity_office_code_key on identity_office (tenant_id, code);
create index identity_office_code_sort on identity_office (tenant_id, code, id);
create index identity_office_name_sort on identity_office (tenant_id, name, id);
create index identity_office_name on identity_office using gin (name gin_trgm_ops);
create index identity_office_kind on identity_office (tenant_id, kind, id);
create index identity_office_status on identity_office (tenant_id, status, id);
create index identity_office_parent on identity_office (tenant_id, parent_id, id);
create index identity_office_operator on identity_office (tenant_id, operator_id, id);
create index identity_office_path on identity_office (tenant_id, path text_pattern_ops);
create index identity_office_search on identity_office using gin (search_text gin_trgm_ops);
call wattyard_protect('identity_office');

create table identity_role (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  code text not null,
  name text not null,
  permissions text[] not null default '{}',
  -- Rows its holders see: the whole tenant, or only what is assigned to each of them.
  row_scope text not null default 'assigned' check (row_scope in ('tenant', 'assigned')),
  note text,
  -- Roles whose codes mean something to the console (admin, guest, vip); nobody edits them.
  is_system boolean not null default false,
  primary key (tenant_id, id),
  check (is_system or code not in ('admin', 'guest', 'vip'))
);
create unique index identity_role_code_key on identity_role (tenant_id, code);
create unique index identity_role_code_folded on identity_role (tenant_id, lower(code));
create index identity_role_code_sort on identity_role (tenant_id, code, id);
create index identity_role_name_sort on identity_role (tenant_id, name, id);
create index identity_role_row_scope on identity_role (tenant_id, row_scope, id);
create index identity_role_search on identity_role using gin (search_text gin_trgm_ops);
call wattyard_protect('identity_role');

create table identity_user (
  tenant_id uuid not null,
  id uuid not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null default '',
  login_name text not null,
  -- Folded login name (NFKC, lower case): what sign-in looks up.
  login_key text not null,
  display_name text not null,
  user_type text not null default 'staff' check (user_type in ('staff', 'investor', 'guest')),
  status text not null default 'active' check (status in ('active', 'disabled')),
  phone text,
  email text,
  office_id uuid,
  -- Operator of the office; limits who may see this user.
  operator_id uuid,
  role_ids uuid[] not null default '{}',
  scope_operator_ids uuid[] default '{}',
  scope_station_ids uuid[] default '{}',
  scope_investor_ids uuid[] not null default '{}',
  language text not null default 'zh' check (language in ('zh', 'en', 'es')),
  -- Argon2id in PHC form; null cannot sign in.
  password_hash text,
  password_changed_at timestamptz,
  last_sign_in_at timestamptz,
  -- The platform owner made at set-up: user id 1 of the console contract.
  is_owner boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, office_id) references identity_office (tenant_id, id)
);
create unique index identity_user_login_name_key on identity_user (tenant_id, login_name);
create unique index identity_user_login on identity_user (tenant_id, login_key);
create unique index identity_user_owner on identity_user (is_owner) where is_owner;
create index identity_user_login_sort on identity_user (tenant_id, login_name, id);
create index identity_user_login_name on identity_user using gin (login_name gin_trgm_ops);
create index identity_user_display_sort on identity_user (tenant_id, display_name, id);
create index identity_user_display_name on identity_user using gin (display_name gin_trgm_ops);
create index identity_user_phone on identity_user using gin (phone gin_trgm_ops);
create index identity_user_status on identity_user (tenant_id, status, id);
create index identity_user_type on identity_user (tenant_id, user_type, id);
create index identity_user_office on identity_user (tenant_id, office_id, id);
create index identity_user_operator on identity_user (tenant_id, operator_id, id);
create index identity_user_last_sign_in on identity_user (tenant_id, last_sign_in_at, id);
create index identity_user_roles on identity_user using gin (role_ids);
create index identity_user_search on identity_user using gin (search_text gin_trgm_ops);
call wattyard_protect('identity_user');

-- A session in two halves: the secret of the HttpOnly cookie and the public handle. Only hashes are kept.
create table identity_session (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  handle_hash bytea not null,
  remember boolean not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed-out', 'revoked', 'replaced')),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create unique index identity_session_secret on identity_session (secret_hash);
create index identity_session_user on identity_session (tenant_id, user_id, id) where ended_at is null;
create index identity_session_expiry on identity_session (expires_at);
call wattyard_protect('identity_session');

-- Failed sign-ins by account name, whether or not such an account exists. Belongs to no tenant.
create table identity_login_attempt (
  account bytea primary key,
  fails integer not null,
  last_fail_at timestamptz not null,
  locked_until timestamptz
);
create index identity_login_attempt_age on identity_login_attempt (last_fail_at);
grant select, insert, update, delete on identity_login_attempt to wattyard_platform;

-- Login keys that were used once; rows go when the key itself has expired.
create table identity_login_key (
  id text primary key,
  expires_at timestamptz not null
);
create index identity_login_key_expiry on identity_login_key (expires_at);
grant select, insert, delete on identity_login_key to wattyard_platform;

-- Who a session belongs to and what its person may do: asked once per request. A function, because its
-- plan is kept per connection: planning the same text anew would take three times as long as running it.
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, last_seen_at timestamptz, expires_at timestamptz, end_reason text,
  user_id uuid, login_name text, display_name text, user_type text, user_status text, tenant_status text,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[], grants jsonb
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.last_seen_at, s.expires_at, s.end_reason,
      u.id, u.login_name, u.display_name, u.user_type, u.status, t.status,
      coalesce(u.scope_operator_ids, '{}'), coalesce(u.scope_station_ids, '{}'), u.scope_investor_ids,
      (select coalesce(jsonb_agg(jsonb_build_array(r.code, r.row_scope, r.permissions) order by r.code), '[]')
       from identity_role r where r.tenant_id = s.tenant_id and r.id = any(u.role_ids))
    from identity_session s
    join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join identity_tenant t on t.tenant_id = s.tenant_id and t.id = s.tenant_id
    where s.secret_hash = secret;
end $$;
revoke execute on function identity_find_session(bytea) from public;
grant execute on function identity_find_session(bytea) to wattyard_platform;
