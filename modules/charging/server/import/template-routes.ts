import { type CheckedInput } from '@wattyard/calls'
import { actorOf, audit, type Call, invalid, newId, Refusal, type Route, col, serveCall } from '@wattyard/server-kit'
import { isZone } from '@wattyard/time'
import {
  listImportTemplates,
  saveImportTemplate,
  deleteImportTemplate,
  type ImportTemplate,
} from '../../contract/calls/import.ts'
import { checkInstant } from './import-sessions.ts'
import { sessionFormat } from './session-formats.ts'

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

const list = serveCall(listImportTemplates, {
  work: 'read',
  async handle({ tx, caller }) {
    const rows = await tx.query(
      IMPORT_TEMPLATE,
      `select ${COLUMNS} from charging_import_template where tenant_id = $1 order by name, id limit ${MAX_TEMPLATES}`,
      [caller.tenantId],
    )
    return { list: rows }
  },
})

type Input = CheckedInput<typeof saveImportTemplate>

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

const save = serveCall(saveImportTemplate, {
  work: 'write',
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

/** Fields of a template for the audit. */
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

const del = serveCall(deleteImportTemplate, {
  work: 'write',
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
