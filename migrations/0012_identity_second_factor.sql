-- Second factor of a person (RFC 6238). The secret is sealed with a key of the installation that is not in the database.
create table identity_second_factor (
  tenant_id uuid not null,
  user_id uuid not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  -- Null until the person has shown a code of it once.
  confirmed_at timestamptz,
  -- Time step of the last code that was taken; a code is good once.
  last_step bigint not null default 0,
  -- Wrong codes since `tries_since`.
  tries integer not null default 0,
  tries_since timestamptz,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create index identity_second_factor_waiting on identity_second_factor (created_at) where confirmed_at is null;
call wattyard_protect('identity_second_factor');

-- Codes for who has lost the device; each is good once.
create table identity_recovery_code (
  tenant_id uuid not null,
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references identity_second_factor (tenant_id, user_id) on delete cascade
);
call wattyard_protect('identity_recovery_code');

-- What a session has proved: `password` still owes the second factor and may do nothing but give it.
alter table identity_session add column assurance text not null default 'full' check (assurance in ('password', 'full'));

drop function identity_find_session(bytea);
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, assurance text, last_seen_at timestamptz, expires_at timestamptz,
  end_reason text, user_id uuid, login_name text, display_name text, user_type text, user_status text, tenant_status text,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[], grants jsonb
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.assurance, s.last_seen_at, s.expires_at, s.end_reason,
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
