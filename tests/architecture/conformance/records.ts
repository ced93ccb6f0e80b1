import {
  type Field,
  fileRule,
  type FileType,
  holdsFiles,
  isListKind,
  type Resource,
  writableFields,
} from '@wattyard/resource'
import { fieldsSchema, toColumns } from '@wattyard/resource/schema'
import { type Caller, judgeContent, keepFile, newId, readTable, type ServedResource } from '@wattyard/server-kit'
import fc from 'fast-check'
import { HINTS } from './hints.ts'
import { valuesOf } from './sample-value.ts'
import type { World } from './world.ts'

export interface MadeRecord {
  id: string
  /** What was sent, for resources with generated writes. */
  input: Readonly<Record<string, unknown>>
}

/** A picture of one pixel. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const PAGE = Buffer.from('%PDF-1.7 sample')
const LINE = Buffer.from('{"type":"LineString","coordinates":[[113.9,22.4],[114.1,22.6]]}')
/** Small files, by the type that a field takes. */
const SAMPLES: readonly (readonly [FileType, readonly [name: string, content: Buffer]])[] = [
  ['png', ['dot.png', DOT]],
  ['pdf', ['page.pdf', PAGE]],
  ['geojson', ['line.geojson', LINE]],
  ['records', ['bill.csv', Buffer.from('a,b\n1,2\n')]],
]

/** References are followed this deep; optional ones at the first level only. */
const MAX_DEPTH = 6

/** Makes valid records of any definition in one tenant, with whatever they point at. */
export class Records {
  readonly world: World
  readonly as: Caller
  readonly #targets = new Map<string, string>()
  /** Seeds count up, so that every run draws the same values. */
  #drawn: number

  /** @param seed where the values begin: two makers in one tenant need different ones, because codes are unique */
  constructor(world: World, as: Caller, seed = 0) {
    this.world = world
    this.as = as
    this.#drawn = seed
  }

  /** One record of a resource to point at, made when it is first asked for; with `inside`, one that lies there. */
  async target(name: string, depth = 0, inside: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const place = `${name} ${JSON.stringify(inside)}`
    const known = this.#targets.get(place)
    if (known) return known
    const { id } = await this.make(this.#servedBy(name), depth, inside)
    this.#targets.set(place, id)
    return id
  }

  /** A record through the API where the definition has generated writes, else as a row of its table. */
  async make(served: ServedResource, depth = 0, inside: Readonly<Record<string, unknown>> = {}): Promise<MadeRecord> {
    if (depth > MAX_DEPTH) throw new Error(`${served.resource.name}: references go deeper than ${MAX_DEPTH}`)
    const { resource } = served
    const make = HINTS[resource.name]?.make
    if (make) return { id: await make(this), input: {} }
    return resource.writes === 'crud' ? this.#save(resource, depth, inside) : this.#insert(resource, depth, inside)
  }

  /** Wire values for some fields of a definition, hints applied. */
  async values(
    resource: Resource,
    fields: readonly (readonly [string, Field])[],
    depth = 0,
    inside: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown>> {
    const hint = HINTS[resource.name]?.fields ?? {}
    const given: Readonly<Record<string, unknown>> = {
      ...(typeof hint === 'function' ? await hint(this) : hint),
      ...inside,
    }
    const values: Record<string, unknown> = {}
    const decide = async (key: string, of: Field): Promise<void> => {
      if (key in values) return
      // What lies within another field's record is chosen after it, whatever order they are listed in.
      const outer = fields.find(([other]) => other === of.within)
      if (outer) await decide(...outer)
      values[key] = key in given ? given[key] : await this.#value(resource, key, of, depth, outer && values[outer[0]])
    }
    for (const [key, of] of fields) await decide(key, of)
    return values
  }

  /** Where a record must lie to be offered by a field: its reference to the record that the field is within. */
  #inside(resource: Resource, of: Field, outerId: unknown): Record<string, unknown> {
    const outer = of.within === undefined ? undefined : resource.fields[of.within]
    if (!outer || typeof outerId !== 'string') return {}
    const { fields } = this.#servedBy(of.of ?? '').resource
    const [key] = Object.entries(fields).find(([, one]) => one.kind === 'ref' && one.of === outer.of) ?? []
    return key === undefined ? {} : { [key]: outerId }
  }

  #servedBy(name: string): ServedResource {
    const served = this.world.served.find(one => one.resource.name === name)
    if (!served) throw new Error(`nothing serves ${name}`)
    return served
  }

  async #value(resource: Resource, key: string, of: Field, depth: number, outerId: unknown): Promise<unknown> {
    if (holdsFiles(of)) return this.#file(resource, key, of)
    if (of.kind !== 'ref' && of.kind !== 'refs') return fc.sample(valuesOf(of), { numRuns: 1, seed: ++this.#drawn })[0]
    if (of.optional && depth > 0) return null
    const name = of.of ?? ''
    // A unique set with a reference in it wants another target for every record.
    const isAlone = resource.unique?.some(set => set.includes(key)) ?? false
    const inside = this.#inside(resource, of, outerId)
    const id = isAlone
      ? (await this.make(this.#servedBy(name), depth + 1, inside)).id
      : await this.target(name, depth + 1, inside)
    return of.kind === 'ref' ? id : [id]
  }

  /** A small file of a type that the field takes, sent by the caller and held by nobody yet. */
  async #file(resource: Resource, field: string, of: Field): Promise<unknown> {
    const { types } = fileRule(of)
    const [name, content] = SAMPLES.find(([type]) => types.includes(type))?.[1] ?? ['page.pdf', PAGE]
    const { tenantId, userId } = this.as
    const file = await judgeContent(userId, name, content, types)
    const id = await this.world.db.tenant(tenantId, tx =>
      keepFile(tx, tenantId, { resource: resource.name, field, name, sentBy: userId, file }),
    )
    return isListKind(of) ? [id] : id
  }

  async #save(resource: Resource, depth: number, inside: Readonly<Record<string, unknown>>): Promise<MadeRecord> {
    const input = await this.values(resource, writableFields(resource, 'create'), depth, inside)
    const answer = await this.world.server.call(`/api/${resource.path}/save`, input, { as: this.as })
    if (!answer.success)
      throw new Error(`${resource.name} refused ${JSON.stringify(input)}: ${answer.msg} ${JSON.stringify(answer.data)}`)
    return { id: answer.data.id, input }
  }

  async #insert(resource: Resource, depth: number, inside: Readonly<Record<string, unknown>>): Promise<MadeRecord> {
    const input = await this.values(resource, Object.entries(resource.fields), depth, inside)
    const columns = toColumns(resource, fieldsSchema(resource.fields).parse(input))
    const id = newId()
    await this.world.db.tenant(this.as.tenantId, async tx => {
      const table = await readTable(tx, resource.table)
      const own = HINTS[resource.name]?.columns
      const row: Record<string, unknown> = { tenant_id: this.as.tenantId, id, ...columns, ...own }
      // Columns that the definition does not speak of get something of their type.
      for (const { name, type, notNull, hasDefault, generated } of table?.columns ?? []) {
        if (generated) delete row[name]
        else if (notNull && !hasDefault && !(name in row)) row[name] = fillerOf(type)
      }
      const names = Object.keys(row)
      await tx.execute(
        `insert into ${resource.table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
        Object.values(row),
      )
    })
    return { id, input }
  }
}

function fillerOf(type: string): unknown {
  if (type === 'uuid') return newId()
  if (type === 'jsonb') return '{}'
  if (type === 'boolean') return false
  if (type.endsWith('[]')) return []
  if (type.startsWith('timestamp') || type === 'date') return new Date()
  if (type === 'bytea') return Buffer.alloc(0)
  return type === 'text' ? '' : 0
}
