import { idInput } from '@wattyard/calls'
import { actorOf, audit, type Call, invalid, newId, Refusal, type Route, route, col } from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import { z } from 'zod'
import { type ImportTemplate } from '../../contract/import/import-report.ts'
import { checkInstant } from './import-sessions.ts'
import { sessionFormat } from './session-formats.ts'
import { sessionMapping } from './session-mapping.ts'

const IMPORT_TEMPLATE = {
  id: col.uuid,
  version: col.integer,
  name: col.text,
  zone: col.text,
  mapping: col.json<ImportTemplate['mapping']>(),
}

/** Templates of one tenant. */
const MAX_TEMPLATES = 200
const RESOURCE = 'charging.importTemplate'
const COLUMNS = 'id, version, name, zone, mapping'

const name = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{Cc}*$/u)

const list = route({
  method: ['GET', 'POST'],
  path: '/api/charging/importTemplate/list',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  input: z.strictObject({}),
  work: 'read',
  summary: 'how this tenant reads session files of its own sources',
  async handle({ tx, caller }) {
    const rows = await tx.query(
      IMPORT_TEMPLATE,
      `select ${COLUMNS} from charging_import_template where tenant_id = $1 order by name, id limit ${MAX_TEMPLATES}`,
      [caller.tenantId],
    )
    return { list: rows }
  },
})

const input = z.strictObject({
  id: idInput.optional(),
  version: z.coerce.number().int().min(1).optional(),
  name: name.optional(),
  zone: z.string().max(60).optional(),
  mapping: sessionMapping.optional(),
})
type Input = z.infer<typeof input>

/** @throws Refusal `kernel.invalid`, `charging.mappingShips` */
function check({ zone, mapping }: Input): void {
  if (zone !== undefined && !isZone(zone)) throw invalid({ zone: { key: 'kernel.field.notAZone' } })
  if (!mapping) return
  checkInstant(mapping)
  if (sessionFormat(mapping.id)) throw new Refusal('charging.mappingShips', { params: { id: mapping.id } })
}

/** Templates of a tenant change one after the other: the count and the names are looked at first. */
async function lockTemplates({ tx, caller }: Call<Input>): Promise<Pick<ImportTemplate, 'id' | 'name'>[]> {
  await tx.query("select pg_advisory_xact_lock(hashtext('charging_import_template' || $1::text))", [caller.tenantId])
  return tx.query(
    { id: col.uuid, name: col.text },
    'select id, name from charging_import_template where tenant_id = $1',
    [caller.tenantId],
  )
}

const save = route({
  method: 'POST',
  path: '/api/charging/importTemplate/save',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  input,
  work: 'write',
  summary: 'keep how a session file is read, under a name, or change it',
  async handle(call) {
    const { tx, caller, input: asked } = call
    check(asked)
    const others = (await lockTemplates(call)).filter(one => one.id !== asked.id)
    if (asked.name !== undefined && others.some(one => one.name === asked.name))
      throw invalid({ name: { key: 'kernel.field.taken' } })
    const before = asked.id ? await theTemplate(call, asked.id) : null
    if (before && asked.version !== undefined && asked.version !== before.version)
      throw new Refusal('kernel.stale', { status: 409 })
    if (!before && others.length >= MAX_TEMPLATES)
      throw new Refusal('charging.tooManyTemplates', { params: { max: MAX_TEMPLATES } })
    const next = {
      name: asked.name ?? before?.name,
      zone: asked.zone ?? before?.zone,
      mapping: asked.mapping ?? before?.mapping,
    }
    const missing = Object.entries(next).filter(([, value]) => value === undefined)
    if (missing.length)
      throw invalid(Object.fromEntries(missing.map(([key]) => [key, { key: 'kernel.field.required' }])))
    const id = before?.id ?? newId()
    const [row] = await tx.query(
      IMPORT_TEMPLATE,
      `insert into charging_import_template (tenant_id, id, name, zone, mapping) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, id) do update set name = excluded.name, zone = excluded.zone, mapping = excluded.mapping,
         version = charging_import_template.version + 1, updated_at = now()
       returning ${COLUMNS}`,
      [caller.tenantId, id, next.name, next.zone, JSON.stringify(next.mapping)],
    )
    if (!row) throw new Error('a saved row was not returned')
    const action = before ? 'update' : 'create'
    await audit(tx, actorOf(call), [
      { resource: RESOURCE, recordId: id, action, ...(before && { before: told(before) }), after: told(row) },
    ])
    return row
  },
})

/** What the audit keeps of a template. */
const told = ({ name: called, zone, mapping }: ImportTemplate) => ({ name: called, zone, mapping })

/** A template of the caller's tenant, locked. @throws Refusal `kernel.notFound` */
async function theTemplate({ tx, caller }: Pick<Call, 'tx' | 'caller'>, id: string): Promise<ImportTemplate> {
  const [row] = await tx.query(
    IMPORT_TEMPLATE,
    `select ${COLUMNS} from charging_import_template where tenant_id = $1 and id = $2 for update`,
    [caller.tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

const del = route({
  method: 'POST',
  path: '/api/charging/importTemplate/del',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  work: 'write',
  summary: 'drop how a session file is read; sessions that came by it stay',
  async handle(call) {
    const { tx, caller } = call
    const before = await theTemplate(call, call.input.id)
    await audit(tx, actorOf(call), [
      { resource: RESOURCE, recordId: before.id, action: 'delete', before: told(before) },
    ])
    const deleted = await tx.execute('delete from charging_import_template where tenant_id = $1 and id = $2', [
      caller.tenantId,
      before.id,
    ])
    return { deleted }
  },
})

export const templateRoutes: readonly Route[] = [list, save, del]
