import { col, type Tx } from '@wattyard/server-kit'
import { ROLE_TEMPLATES } from '../../contract/role-templates.ts'
import { insertRole } from './create-tenant.ts'

/**
 * Gives a new tenant the roles of its first day, cut from the permissions that exist; those that it has already stay as they
 * are. A company that exists is never given any: its administrator makes them from the same templates.
 */
export async function insertTemplateRoles(tx: Tx, tenantId: string, permissions: readonly string[]): Promise<void> {
  const rows = await tx.query({ code: col.text }, 'select code from identity_role where tenant_id = $1', [tenantId])
  const known = new Set(rows.map(row => row.code))
  for (const { takes, ...given } of ROLE_TEMPLATES)
    if (!known.has(given.code)) await insertRole(tx, tenantId, { ...given, permissions: permissions.filter(takes) })
}
