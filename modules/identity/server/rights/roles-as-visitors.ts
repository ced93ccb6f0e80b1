import { consoleRoles, menuCodes } from '@wattyard/pages'
import { labelColumn, type Language, type PageAccess, type Tx, col } from '@wattyard/server-kit'
import { role, ROW_SCOPES } from '../../contract/role.ts'
import { callerOf } from '../sessions/caller-of.ts'

/** A role as a person who has only this one, to preview the console. */
export interface RoleAsVisitor {
  id: string
  code: string
  name: string
  roles: string[]
  menus: { code: string }[]
}

const NOBODY = { userId: '', loginName: '', displayName: '', operators: [], stations: [], investors: [] }

/** Returns every role of a tenant, called as a reader calls it and counted as for a sign-in with it alone. */
export async function rolesAsVisitors(
  tx: Tx,
  { tenantId, language }: { tenantId: string; language: Language },
  pages: PageAccess,
): Promise<RoleAsVisitor[]> {
  const rows = await tx.query(
    { id: col.uuid, code: col.text, name: col.text, permissions: col.texts, row_scope: col.oneOf(ROW_SCOPES) },
    `select id, code, ${labelColumn(role, language)} as name, permissions, row_scope from identity_role where tenant_id = $1 order by code`,
    [tenantId],
  )
  return rows.map(({ id, code, name, permissions, row_scope }) => {
    const person = { ...NOBODY, tenantId, userType: code === 'vip' ? ('investor' as const) : ('staff' as const) }
    const caller = callerOf(person, [{ code, permissions, rowScope: row_scope }], '', 'zh')
    const page = pages.of(caller)
    return {
      id,
      code,
      name,
      roles: [...consoleRoles(caller.roles), ...page.usable],
      menus: menuCodes(pages.rules, page),
    }
  })
}
