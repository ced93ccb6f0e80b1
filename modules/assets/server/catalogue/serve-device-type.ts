import {
  checkInput,
  type CommandHandler,
  invalid,
  Refusal,
  type SaveChange,
  serveResource,
  type ServedResource,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { ATTRIBUTE_KINDS, deviceType, MAX_ATTRIBUTES, MAX_TYPE_DEPTH } from '../../contract/index.ts'

const attribute = z
  .strictObject({
    key: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/, { error: 'notAnAttributeKey' }),
    name: z.string().trim().min(1).max(50),
    kind: z.enum(ATTRIBUTE_KINDS),
    unit: z.string().trim().max(20).optional(),
    values: z.array(z.string().trim().min(1).max(50)).max(50).optional(),
    required: z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')]).optional(),
  })
  .refine(one => one.kind !== 'oneOf' || (one.values?.length ?? 0) > 0, { error: 'required', path: ['values'] })

const list = z
  .array(attribute)
  .max(MAX_ATTRIBUTES)
  .refine(list => new Set(list.map(one => one.key)).size === list.length, { error: 'taken' })

/** A form encodes the empty list as an empty text. */
const attributes = z.union([z.literal('').transform((): z.infer<typeof attribute>[] => []), list])

/**
 * Serialises changes of a tenant's types: two concurrent moves could form a cycle. The lock is taken before any row lock
 * (`lockFirst`), because a move renumbers its siblings, and two transactions locking their own row first could deadlock.
 */
async function lockTree(tx: Tx): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('assets.deviceType' || $1, 0))", [tx.tenantId])
}

/** Types above a type, itself first. */
async function lineage(tx: Tx, id: string): Promise<{ id: string; built_in: boolean }[]> {
  return tx.query(
    { id: col.uuid, built_in: col.boolean },
    `with recursive line as (
       select id, parent_id, built_in, 1 as step from assets_device_type where tenant_id = $1 and id = $2
       union all
       select t.id, t.parent_id, t.built_in, line.step + 1 from assets_device_type t join line on t.tenant_id = $1 and t.id = line.parent_id
       where line.step < 20)
     select id, built_in from line order by step`,
    [tx.tenantId, id],
  )
}

/** Levels below a type, itself counted. */
async function heightOf(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query(
    { height: col.integer.orNull },
    `with recursive below as (
       select id, 1 as step from assets_device_type where tenant_id = $1 and id = $2
       union all
       select t.id, below.step + 1 from assets_device_type t join below on t.tenant_id = $1 and t.parent_id = below.id where below.step < 20)
     select max(step)::int as height from below`,
    [tx.tenantId, id],
  )
  return row?.height ?? 1
}

/**
 * Checks that a type is not moved below itself or too deep.
 * @throws Refusal `kernel.invalid` at `parent`
 */
async function checkPlace(tx: Tx, id: string, parent: string): Promise<void> {
  const above = await lineage(tx, parent)
  if (above.some(one => one.id === id)) throw invalid({ parent: { key: 'assets.error.typeBelowItself' } })
  if (above.length + (await heightOf(tx, id)) > MAX_TYPE_DEPTH)
    throw invalid({ parent: { key: 'assets.error.typeTooDeep', params: { max: MAX_TYPE_DEPTH } } })
}

/** Checks that only the names of a built-in type change: everything else is the same for all tenants. */
function checkBuiltIn({ input, before }: SaveChange<typeof deviceType>): void {
  if (before?.built_in !== true) return
  const changed = (['code', 'icon', 'parent'] as const).filter(key => {
    const column = key === 'parent' ? 'parent_id' : key
    return input[key] !== undefined && (input[key] ?? null) !== (before[column] ?? null)
  })
  if (changed.length) throw invalid(Object.fromEntries(changed.map(key => [key, { key: 'assets.error.typeBuiltIn' }])))
}

const move: CommandHandler<typeof deviceType, 'move'> = async ({ tx }, rows, { parent, position }) => {
  const [row] = rows
  if (!row) throw new Error('the command is on one record')
  const to = parent ?? null
  if (row.built_in && row.parent_id !== to) throw new Refusal('assets.typeBuiltIn')
  if (to !== null) {
    const [found] = await tx.query('select 1 from assets_device_type where tenant_id = $1 and id = $2', [
      tx.tenantId,
      to,
    ])
    if (!found) throw invalid({ parent: { key: 'kernel.field.noSuchRecord' } })
    await checkPlace(tx, row.id, to)
  }
  const siblings = await tx.query(
    { id: col.uuid },
    `select id from assets_device_type where tenant_id = $1 and id <> $2 and parent_id is not distinct from $3 order by position, code`,
    [tx.tenantId, row.id, to],
  )
  const order = siblings.map(one => one.id)
  order.splice(Math.max(0, Math.min(position, order.length)), 0, row.id)
  await tx.execute(
    'update assets_device_type set parent_id = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [tx.tenantId, row.id, to],
  )
  await tx.execute(
    `update assets_device_type t set position = o.place - 1 from unnest($2::uuid[]) with ordinality as o(id, place)
     where t.tenant_id = $1 and t.id = o.id and t.position is distinct from o.place - 1`,
    [tx.tenantId, order],
  )
  return { id: row.id, parent: to, position: order.indexOf(row.id) }
}

export function serveDeviceType(): ServedResource {
  return serveResource(deviceType, {
    lockFirst: ({ tx }) => lockTree(tx),
    commands: { move },
    allows: (action, row) => action !== 'delete' || !row.built_in,
    async beforeSave({ tx }, change) {
      checkBuiltIn(change)
      const { input, id, mode } = change
      const checked =
        input.attributes === undefined
          ? {}
          : checkInput(z.strictObject({ attributes }), { attributes: input.attributes })
      // The parsed form is written: texts of a form have become typed values.
      const written = 'attributes' in checked ? { attributes: JSON.stringify(checked.attributes) } : {}
      if (typeof input.parent === 'string') await checkPlace(tx, id, input.parent)
      if (mode === 'update') return written
      const [last] = await tx.query(
        { next: col.integer },
        'select coalesce(max(position) + 1, 0)::int as next from assets_device_type where tenant_id = $1 and parent_id is not distinct from $2',
        [tx.tenantId, input.parent ?? null],
      )
      return { ...written, position: last?.next ?? 0, built_in: false }
    },
    async beforeDelete({ tx }, row) {
      if (row.built_in) throw new Refusal('assets.typeBuiltIn')
      const [below] = await tx.query(
        'select 1 from assets_device_type where tenant_id = $1 and parent_id = $2 limit 1',
        [tx.tenantId, row.id],
      )
      if (below) throw new Refusal('assets.typeHasTypes', { params: { name: row.name } })
      const [used] = await tx.query('select 1 from assets_model where tenant_id = $1 and device_type_id = $2 limit 1', [
        tx.tenantId,
        row.id,
      ])
      if (used) throw new Refusal('assets.typeHasModels', { params: { name: row.name } })
    },
  })
}

/** Creates the product's types that the tenant does not have yet. The list is in the migration. */
export async function seedDeviceTypes(tx: Tx, tenantId: string): Promise<void> {
  await tx.query('select assets_seed_device_types($1)', [tenantId])
}
