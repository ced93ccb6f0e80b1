import {
  addWithout,
  actorOf,
  audit,
  type Call,
  type Caller,
  col,
  type CommandHandler,
  invalid,
  may,
  type RecordToShow,
  Refusal,
  type SaidWord,
  scoped,
  type ServedResource,
  serveResource,
  type Tx,
} from '@wattyard/server-kit'
import { permissionWords } from '../../contract/permission.ts'
import { role } from '../../contract/role.ts'
import { user } from '../../contract/user.ts'
import { insertRole } from '../tenants/create-tenant.ts'
import { mustHold } from './guard-grants.ts'
import { isPermission, looksReserved } from '../passwords/reserved-words.ts'

function checkCode(code: string): void {
  // A role is sent among permissions, so its code must not have their form either.
  if (looksReserved(code) || code.includes(':') || code === '*')
    throw invalid({ code: { key: 'identity.field.reservedWord' } })
}

/** Every permission is one that exists and that the giver holds. */
function checkPermissions(call: Call, list: readonly string[], known: () => readonly string[] | null): void {
  const exists = known()
  const wrong = list.find(
    permission => !isPermission(permission) || looksReserved(permission) || (exists && !exists.includes(permission)),
  )
  if (wrong !== undefined)
    throw invalid({ permissions: { key: 'identity.field.noSuchPermission', params: { permission: wrong } } })
  mustHold(call.caller, list, false)
}

/** Handles `copy`. The copy grants the same rights, so the caller must have them. */
const copy: CommandHandler<typeof role, 'copy'> = async (call, [row], { code, name }) => {
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
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

/** Adds the number of people with each role, of those whom the caller may see; null without the right to see people. */
async function addHolders(tx: Tx, caller: Caller, records: RecordToShow<typeof role>[]): Promise<void> {
  const mayRead = may(caller, 'identity.user:read')
  const where = scoped(caller, user)
  addWithout(where, user)
  const ids = where.value(records.map(record => record.id))
  const rows = mayRead
    ? await tx.query(
        { id: col.uuid, holders: col.integer },
        `select id, count(*)::integer as holders from (select unnest(role_ids) as id from identity_user where ${where.text}) held
         where id = any(${ids}::uuid[]) group by id`,
        where.values,
      )
    : []
  const holders = new Map(rows.map(row => [row.id, row.holders]))
  for (const record of records) Object.assign(record, { holders: mayRead ? (holders.get(record.id) ?? 0) : null })
}

/** Returns the words of what a role grants; the administrator's role has everything without naming it. */
function wordsOfPermissions({ code, permissions }: Readonly<Record<string, unknown>>): SaidWord[] {
  if (code === 'admin') return [{ word: 'identity.rights.isEverything' }]
  return [permissions].flat().map(one => {
    const { noun, action } = permissionWords(String(one))
    return { word: action, of: noun }
  })
}

/**
 * Serves roles.
 * @param known returns every existing permission, or null before they are registered
 */
export function serveRole(known: () => readonly string[] | null): ServedResource {
  return serveResource(role, {
    allows: (_action, row) => !row.is_system,
    decorate: addHolders,
    wordsOf: { permissions: wordsOfPermissions },
    commands: { copy },
    async beforeSave(call, change) {
      const { input, before } = change
      if (change.mode === 'create') checkCode(change.input.code)
      if (input.permissions) checkPermissions(call, input.permissions, known)
      // Widening or narrowing a role also concerns its present permissions.
      if (before) mustHold(call.caller, before.permissions, before.row_scope === 'tenant')
      mustHold(call.caller, [], (input.rowScope ?? before?.row_scope) === 'tenant')
      return input.permissions ? { permissions: [...new Set(input.permissions)].toSorted() } : {}
    },
    async beforeDelete(call, row) {
      mustHold(call.caller, row.permissions, row.row_scope === 'tenant')
      const [holder] = await call.tx.query(
        'select 1 from identity_user where tenant_id = $1 and $2 = any(role_ids) limit 1',
        [call.caller.tenantId, row.id],
      )
      if (holder) throw new Refusal('identity.roleInUse')
    },
  })
}
