import {
  actorOf,
  audit,
  type Call,
  type CommandHandler,
  invalid,
  Refusal,
  type SaveChange,
  type ServedResource,
  serveResource,
} from '@wattyard/server-kit'
import { role } from '../../contract/role.ts'
import { insertRole } from '../tenants/create-tenant.ts'
import { mustHold } from './guard-grants.ts'
import { isPermission, looksReserved } from '../passwords/reserved-words.ts'
import type { RoleRow } from '../tables.ts'

function checkCode(code: unknown): void {
  if (typeof code !== 'string') return
  // A role is sent among permissions, so its code must not have their form either.
  if (looksReserved(code) || code.includes(':') || code === '*')
    throw invalid({ code: { key: 'identity.field.reservedWord' } })
}

/** Every permission is one that exists and that the giver holds. */
function checkPermissions(call: Call, permissions: unknown, known: () => readonly string[] | null): void {
  if (!Array.isArray(permissions)) return
  const list = permissions.map(String)
  const exists = known()
  const wrong = list.find(
    permission => !isPermission(permission) || looksReserved(permission) || (exists && !exists.includes(permission)),
  )
  if (wrong !== undefined)
    throw invalid({ permissions: { key: 'identity.field.noSuchPermission', params: { permission: wrong } } })
  mustHold(call.caller, list, false)
}

/** The copy grants what the first one does, so whoever copies must hold it. */
const copy: CommandHandler = async (call, rows, input) => {
  const [row] = rows as unknown as readonly RoleRow[] // stored rows of identity_role
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const [code, name] = [String(input.code), String(input.name)]
  checkCode(code)
  mustHold(call.caller, row.permissions, row.row_scope === 'tenant')
  const [taken] = await call.tx.query('select 1 from identity_role where tenant_id = $1 and lower(code) = lower($2)', [
    call.caller.tenantId,
    code,
  ])
  if (taken) throw invalid({ code: { key: 'kernel.field.taken' } })
  const { permissions, row_scope: rowScope } = row
  const id = await insertRole(call.tx, call.caller.tenantId, { code, name, permissions, rowScope })
  const after = { code, name, rowScope, permissions }
  await audit(call.tx, actorOf(call), [{ resource: 'identity.role', recordId: id, action: 'create', after }])
  return { id }
}

/** @param known every permission that exists, or null as long as nobody has said */
export function serveRole(known: () => readonly string[] | null): ServedResource {
  return serveResource(role, {
    allows: (_action, row) => row.is_system !== true,
    commands: { copy },
    async beforeSave(call: Call, { mode, input, before }: SaveChange) {
      if (mode === 'create') checkCode(input.code)
      checkPermissions(call, input.permissions, known)
      // Widening or narrowing a role touches what it holds already.
      if (before) mustHold(call.caller, before.permissions as string[], before.row_scope === 'tenant') // column of the definition
      mustHold(call.caller, [], (input.rowScope ?? before?.row_scope) === 'tenant')
      const permissions = input.permissions
      return Array.isArray(permissions) ? { permissions: [...new Set(permissions.map(String))].toSorted() } : {}
    },
    async beforeDelete(call, row) {
      mustHold(call.caller, row.permissions as string[], row.row_scope === 'tenant') // column of the definition
      const [holder] = await call.tx.query(
        'select 1 from identity_user where tenant_id = $1 and $2 = any(role_ids) limit 1',
        [call.caller.tenantId, row.id],
      )
      if (holder) throw new Refusal('identity.roleInUse')
    },
  })
}
