-- What a company asks for beside the password, and how long a verification lasts; null lasts as long as its session.
alter table identity_tenant add column factor_policy text not null default 'optional' check (factor_policy in ('off', 'optional', 'required'));
alter table identity_tenant add column verify_every_s integer check (verify_every_s >= 900);
create index identity_tenant_factor_policy on identity_tenant (tenant_id, factor_policy, id);

-- When the session last gave a second factor, and when the password.
alter table identity_session add column verified_at timestamptz;
alter table identity_session add column password_at timestamptz;
-- Those who have a factor have given its code to get here.
update identity_session s set password_at = created_at, verified_at = (
  select s.created_at from identity_second_factor f
  where f.tenant_id = s.tenant_id and f.user_id = s.user_id and f.confirmed_at is not null)
where assurance = 'full' and ended_at is null;

-- Account of a messaging app that a person has bound; one person of a tenant for each.
create table identity_binding (
  tenant_id uuid not null,
  user_id uuid not null,
  app text not null check (app in ('officialAccount', 'standIn')),
  openid text not null,
  bound_at timestamptz not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references identity_user (tenant_id, id) on delete cascade
);
create unique index identity_binding_openid on identity_binding (tenant_id, app, openid);
call wattyard_protect('identity_binding');

-- A QR code that a session shows and a phone answers.
create table identity_scene (
  tenant_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  app text not null,
  -- `bind` makes or replaces the binding, `verify` takes the account that is bound.
  purpose text not null check (purpose in ('bind', 'verify')),
  -- What the code says carries the scene: only its hash is looked up, and the text is sealed.
  scene_hash bytea not null,
  sealed_link bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  declined_at timestamptz,
  -- The session has taken what the phone gave.
  claimed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references identity_session (tenant_id, id) on delete cascade
);
create unique index identity_scene_hash on identity_scene (scene_hash);
create index identity_scene_session on identity_scene (tenant_id, session_id);
create index identity_scene_expiry on identity_scene (expires_at);
call wattyard_protect('identity_scene');

-- Calls of a messaging app that were taken already, as long as their time would be believed.
create table identity_callback (
  signature bytea primary key,
  expires_at timestamptz not null
);
create index identity_callback_expiry on identity_callback (expires_at);
grant select, insert, delete on identity_callback to wattyard_platform;

drop function identity_find_session(bytea);
create function identity_find_session(secret bytea)
returns table (
  tenant_id uuid, session_id uuid, handle_hash bytea, remember boolean, assurance text, verified_at timestamptz, last_seen_at timestamptz,
  expires_at timestamptz, end_reason text, user_id uuid, login_name text, display_name text, user_type text, user_status text,
  is_owner boolean, tenant_status text, factor_policy text, verify_every_s integer,
  scope_operator_ids uuid[], scope_station_ids uuid[], scope_investor_ids uuid[], grants jsonb
) language plpgsql stable security invoker as $$
#variable_conflict use_column
begin
  return query
    select s.tenant_id, s.id, s.handle_hash, s.remember, s.assurance, s.verified_at, s.last_seen_at, s.expires_at, s.end_reason,
      u.id, u.login_name, u.display_name, u.user_type, u.status, u.is_owner, t.status, t.factor_policy, t.verify_every_s,
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
