import type { CallResult } from '@wattyard/calls'
import { openPages } from '@wattyard/pages'
import { type Caller, labelColumn, type Language, type PageAccess, type Tx, col } from '@wattyard/server-kit'
import type { explainRightsOfPerson } from '../../contract/calls/person.ts'
import { role, type RowScope, ROW_SCOPES } from '../../contract/role.ts'
import { callerOf, withPlatform } from '../sessions/caller-of.ts'
import type { UserRow } from '../tables.ts'
import { withOperatorsInScope } from './operators-in-scope.ts'

/** A person's role with its permissions. */
export interface OwnGrant {
  id: string
  code: string
  name: string
  permissions: readonly string[]
  rowScope: RowScope
}

/** Returns a person as a caller, with the rights of their own sign-in, and their roles with names in the reader's language. */
export async function asCaller(
  tx: Tx,
  row: UserRow,
  reader: Language = 'zh',
): Promise<{ caller: Caller; grants: readonly OwnGrant[] }> {
  const grants = await tx.query(
    { id: col.uuid, code: col.text, name: col.text, permissions: col.texts, rowScope: col.oneOf(ROW_SCOPES) },
    `select id, code, ${labelColumn(role, reader)} as name, permissions, row_scope as "rowScope" from identity_role
     where tenant_id = $1 and id = any($2::uuid[]) order by code`,
    [row.tenant_id, row.role_ids],
  )
  const [resolved = row] = await withOperatorsInScope(tx, row.tenant_id, [row])
  const person = {
    tenantId: row.tenant_id,
    userId: row.id,
    loginName: row.login_name,
    displayName: row.display_name,
    userType: row.user_type,
    operators: resolved.scope_operator_ids,
    stations: row.scope_station_ids,
    investors: row.scope_investor_ids,
  }
  const [own] = await tx.query({ is_home: col.boolean }, 'select is_home from identity_tenant where tenant_id = $1', [
    row.tenant_id,
  ])
  return { caller: withPlatform(callerOf(person, grants, '', 'zh'), own?.is_home === true), grants }
}

/**
 * Returns a person's rights with their origin: each permission with the roles that grant it, each page with the permissions that
 * open it.
 *
 * @param known every existing permission, for roles that pass every check
 */
export function explainRights(
  { caller, grants }: { caller: Caller; grants: readonly OwnGrant[] },
  pages: PageAccess,
  known: readonly string[],
): CallResult<typeof explainRightsOfPerson> {
  const isEverything = caller.permissions.has('*')
  const held = isEverything ? known : [...caller.permissions].toSorted()
  const gives = (permission: string) =>
    grants.filter(grant => grant.code === 'admin' || grant.permissions.includes(permission)).map(grant => grant.id)
  return {
    roles: grants.map(({ id, code, name, rowScope }) => ({ id, code, name, rowScope })),
    isEverything,
    readOnly: caller.readOnly,
    permissions: held.map(permission => ({ permission, roles: gives(permission) })),
    pages: openPages(pages.rules, pages.of(caller)).map(path => ({
      path,
      by: (pages.rules[path]?.anyOf ?? []).filter(permission => held.includes(permission)),
    })),
    rows: { operators: caller.scope.operators, stations: caller.scope.stations },
  }
}
