import { type Call, invalid, Refusal, type SaveChange, type ServedResource, serveResource } from '@wattyard/server-kit'
import { role } from '../contract/role.ts'
import { mustHold } from './guard-grants.ts'
import { isPermission, looksReserved } from './reserved-words.ts'

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

/** @param known every permission that exists, or null as long as nobody has said */
export function serveRole(known: () => readonly string[] | null): ServedResource {
  return serveResource(role, {
    allows: (action, row) => !(row.is_system === true && (action === 'update' || action === 'delete')),
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
