import { type Call, invalid, Refusal, type SaveChange, type ServedResource, serveResource } from '@wattyard/server-kit'
import { office } from '../contract/office.ts'
import type { OfficeRow } from './tables.ts'

type SavedChange = Parameters<NonNullable<ServedResource['afterSave']>>[1]

/** Levels of the tree. */
export const MAX_DEPTH = 8

async function officeById(call: Call, id: string): Promise<OfficeRow> {
  const [row] = await call.tx.query<OfficeRow>(
    'select id, code, name, kind, parent_id, path, operator_id from identity_office where tenant_id = $1 and id = $2 for update',
    [call.caller.tenantId, id],
  )
  if (!row) throw invalid({ parent: { key: 'kernel.field.noSuchRecord' } })
  return row
}

async function placeInTree(call: Call, { mode, id, input, before }: SaveChange): Promise<Record<string, unknown>> {
  const parentId = (input.parent === undefined ? before?.parent_id : input.parent) as string | null | undefined // a reference, checked by its kind
  const kind = mode === 'create' ? input.kind : before?.kind
  const parent = parentId ? await officeById(call, parentId) : null
  const path = `${parent?.path ?? ''}${id}/`
  if (parent && parent.path.includes(`${id}/`)) throw invalid({ parent: { key: 'identity.field.ownDescendant' } })
  if (path.split('/').length - 1 > MAX_DEPTH)
    throw invalid({ parent: { key: 'identity.field.tooDeep', params: { max: MAX_DEPTH } } })
  return { path, operator_id: kind === 'operator' ? id : (parent?.operator_id ?? null) }
}

/** Moves everything below an office along with it. */
async function moveBelow(call: Call, { id, before, after }: SavedChange): Promise<void> {
  if (!before || before.path === after.path) return
  const tenantId = call.caller.tenantId
  const below = await call.tx.query<OfficeRow>(
    `select id, kind, parent_id, path, operator_id from identity_office where tenant_id = $1 and path like $2 and id <> $3 order by path for update`,
    [tenantId, `${String(before.path)}%`, id],
  )
  const known = new Map<string, { path: string; operator: string | null }>([
    [id, { path: String(after.path), operator: after.operator_id as string | null }],
  ]) // our own columns
  for (const row of below.toSorted((a, b) => a.path.length - b.path.length)) {
    const parent = known.get(row.parent_id ?? '')
    if (!parent) throw new Error('an office below another has its parent there too')
    const place = { path: `${parent.path}${row.id}/`, operator: row.kind === 'operator' ? row.id : parent.operator }
    if (place.path.split('/').length - 1 > MAX_DEPTH)
      throw invalid({ parent: { key: 'identity.field.tooDeep', params: { max: MAX_DEPTH } } })
    known.set(row.id, place)
  }
  known.delete(id)
  const moved = [...known]
  await call.tx.execute(
    `update identity_office o set path = m.path, operator_id = m.operator_id, updated_at = now()
     from unnest($2::uuid[], $3::text[], $4::uuid[]) as m(id, path, operator_id) where o.tenant_id = $1 and o.id = m.id`,
    [
      tenantId,
      moved.map(([key]) => key),
      moved.map(([, place]) => place.path),
      moved.map(([, place]) => place.operator),
    ],
  )
  for (const table of ['identity_user', 'identity_duty'])
    await call.tx.execute(
      `update ${table} u set operator_id = o.operator_id from identity_office o
       where u.tenant_id = $1 and o.tenant_id = $1 and o.id = u.office_id and u.operator_id is distinct from o.operator_id`,
      [tenantId],
    )
}

export function serveOffice(): ServedResource {
  return serveResource(office, {
    // Stations, orders and bills name their operator for ever: an operator closes, it does not vanish.
    allows: (action, row) => !(action === 'delete' && row.kind === 'operator'),
    beforeSave: placeInTree,
    afterSave: moveBelow,
    async beforeDelete(call, row) {
      const [inside] = await call.tx.query(
        `select 1 from identity_office where tenant_id = $1 and parent_id = $2 union all select 1 from identity_user where tenant_id = $1 and office_id = $2
         union all select 1 from identity_duty where tenant_id = $1 and office_id = $2 limit 1`,
        [call.caller.tenantId, row.id],
      )
      if (inside) throw new Refusal('identity.officeNotEmpty')
    },
  })
}
