import type { Connection } from './tx.ts'

/** Who the product signs in as, where the database is its own. */
export const LOGIN_ROLE = 'wattyard_login'

/**
 * Makes the role that the product signs in as, also in a database of an older release. The owner of an embedded cluster
 * is its superuser, whom no rule of the database binds; a statement that got past `set local role` would run as that. This
 * role may become each of the three roles of the application and is nothing by itself: it inherits no right of theirs.
 */
export async function ensureLoginRole(owner: Connection): Promise<void> {
  await owner.script(`
    do $$
    begin
      if not exists (select from pg_roles where rolname = '${LOGIN_ROLE}') then
        create role ${LOGIN_ROLE};
      end if;
    end $$;
    alter role ${LOGIN_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit;
    grant wattyard_tenant, wattyard_platform, wattyard_eraser to ${LOGIN_ROLE}`)
}
