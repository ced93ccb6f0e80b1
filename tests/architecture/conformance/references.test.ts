import { columnOf, type Field, type Resource, writableFields } from '@wattyard/resource'
import { aChannel } from '@wattyard/payments/testing'
import { type Caller, col, newId, type ServedResource } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Records } from './records.ts'
import { administrator, conformanceWorld } from './world.ts'

/*
 * What a picker offers is accepted, and what it leaves out is refused with the reason. Every target has a record of each value
 * of its choices, so that a picker has something to leave out.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

let as: Caller
let records: Records

const isReference = ([, of]: readonly [string, Field]) => of.kind === 'ref' || of.kind === 'refs'
const served = (name: string): ServedResource | undefined => world.served.find(one => one.resource.name === name)
const forms = world.served.filter(
  ({ resource }) => resource.writes === 'crud' && writableFields(resource, 'create').some(isReference),
)
const inputs = world.served.flatMap(one =>
  Object.entries(one.resource.commands).flatMap(([command, { input = {} }]) =>
    Object.entries(input)
      .filter(([, of]) => of.only)
      .map(([key, of]) => [`${one.resource.name} ${command}.${key}`, one, command, key, of] as const),
  ),
)
/** Filters by references that say what their targets are. */
const filters = world.served.flatMap(({ resource }) =>
  resource.list.filters.flatMap(key => {
    const of = resource.fields[key]
    return of?.only ? [[`${resource.name}.${key}`, of, of.only] as const] : []
  }),
)
/** Choices with more values say nothing about whether a record may be referred to. */
const MOST_VALUES = 8

/** Makes a record of a target for each value of its choices; values that its table refuses there are left out. */
async function vary(target: ServedResource): Promise<void> {
  const { resource } = target
  for (const [key, of] of Object.entries(resource.fields))
    for (const value of of.kind === 'oneOf' && of.values && of.values.length <= MOST_VALUES ? of.values : []) {
      const { id } = await records.make(target)
      await world.db
        .tenant(as.tenantId, tx =>
          tx.execute(`update ${resource.table} set ${columnOf(key, of)} = $2 where id = $1`, [id, value]),
        )
        .catch(() => {})
    }
}

beforeAll(async () => {
  as = await administrator(world)
  records = new Records(world, as)
  const wanted = new Set(
    [...forms.flatMap(({ resource }) => Object.values(resource.fields)), ...inputs.map(one => one[4])]
      .concat(filters.map(one => one[1]))
      .filter(of => of.only)
      .map(({ of }) => of ?? ''),
  )
  for (const name of wanted) {
    const target = served(name)
    if (target) await vary(target)
  }
  // Its kind and its state together: no single value makes it one that payments by code take.
  await world.db.tenant(as.tenantId, tx => aChannel(tx, as.tenantId, 'wechat'))
}, 60_000)

async function offered(target: Resource, name: string): Promise<string[]> {
  const { data } = await world.server.call(`/api/${target.path}/select`, { for: name }, { as, method: 'GET' })
  return data.list.map(({ id }: { id: string }) => id)
}

/** Returns records of a target that have not the values which a reference wants. */
async function unfitting(target: Resource, only: NonNullable<Field['only']>): Promise<string[]> {
  const wanted = Object.entries(only)
  const tests = wanted.map(([key], at) => `${columnOf(key, target.fields[key]!)} = any($${at + 1}::text[])`) // a key of the target: checked at start
  const rows = await world.db.tenant(as.tenantId, tx =>
    tx.query(
      { id: col.uuid },
      `select id from ${target.table} where not (${tests.join(' and ')})`,
      wanted.map(([, values]) => values),
    ),
  )
  return rows.map(({ id }) => id)
}

const wireOf = (of: Field, id: string): unknown => (of.kind === 'refs' ? [id] : id)
const seen = { accepted: 0, refused: 0, filtered: 0 }
/** References whose own control asks for less than the generated one, and why. */
const OWN_CONTROL: Readonly<Record<string, string>> = {
  'identity.user.duty': 'it offers the duties of the chosen office',
  'payables.document.channel': 'payments have a channel, and the page of another kind has no such field',
}
/** Options tried of one field. */
const TRIED = 6

test.each(forms.map(one => [one.resource.name, one] as const))(
  '%s accepts what its pickers offer',
  async (_name, one) => {
    const { resource } = one
    const fields = writableFields(resource, 'create')
    const flaws: string[] = []
    for (const [key, of] of fields.filter(isReference)) {
      const target = served(of.of ?? '')?.resource
      // Options within another record are chosen with it, which the samples do.
      const name = `${resource.name}.${key}`
      if (!target || of.within !== undefined || name in OWN_CONTROL) continue
      const options = await offered(target, name)
      const save = async (id: string): Promise<string | undefined> => {
        const input = { ...(await records.values(resource, fields)), [key]: wireOf(of, id) }
        const { data } = await world.server.call(`/api/${resource.path}/save`, input, { as, language: 'en' })
        return data?.fields?.[key]
      }
      for (const id of options.slice(0, TRIED)) {
        const said = await save(id)
        // Another sample may have it already.
        if (said !== undefined && said !== 'Taken already') flaws.push(`${name} offers ${id} and says ${said}`)
        seen.accepted++
      }
      if (!of.only) continue
      const left = await unfitting(target, of.only)
      if (left.some(id => options.includes(id))) flaws.push(`${name} offers what it refuses`)
      if (left.length === 0) flaws.push(`${name} leaves nothing out`)
      for (const id of left.slice(0, TRIED)) {
        const said = await save(id)
        if (!said?.startsWith('Choose one with')) flaws.push(`${name} takes ${id}, which it does not offer: ${said}`)
        seen.refused++
      }
    }
    expect(flaws).toEqual([])
  },
)

test.each(inputs)('%s refuses what its picker leaves out', async (_name, one, command, key, of) => {
  const { resource } = one
  const target = served(of.of ?? '')?.resource
  if (!target) throw new Error(`nothing serves ${of.of}`)
  const options = await offered(target, `${resource.name}.${command}Input.${key}`)
  const left = (await unfitting(target, of.only ?? {})).find(id => !options.includes(id))
  const place = resource.commands[command]?.on === 'none' ? {} : { id: (await records.make(one)).id }
  const rest = await records.values(resource, Object.entries(resource.commands[command]?.input ?? {}))
  const call = (chosen: string | undefined) =>
    world.server.call(
      `/api/${resource.path}/${command}`,
      { ...place, ...rest, [key]: wireOf(of, chosen ?? '') },
      { as, key: newId(), language: 'en' },
    )
  expect((await call(left)).data.fields[key]).toMatch(/^Choose one with/)
  expect((await call(options[0])).data?.fields?.[key]).toBeUndefined()
})

test('a picker names a field that refers to what it offers', async () => {
  const select = (name: string) =>
    world.server.call('/api/sys/office/select', { for: name }, { as, method: 'GET', language: 'en' })
  for (const name of ['assets.station.model', 'assets.station.noSuch', 'assets.station', 'x', 'assets.pile.model'])
    expect((await select(name)).data.fields, name).toEqual({ for: 'Not an available option' })
  expect((await select('assets.station.operator')).success).toBe(true)
})

test('a filter offers what its field can hold, also what nobody can choose any more', async () => {
  const flaws: string[] = []
  for (const [name, of, only] of filters) {
    const target = served(of.of ?? '')?.resource
    if (!target) continue
    const { data } = await world.server.call(`/api/${target.path}/select`, { heldBy: name }, { as, method: 'GET' })
    const options: string[] = data.list.map(({ id }: { id: string }) => id)
    if (options.length === 0) flaws.push(`${name} offers nothing`)
    for (const [key, values] of Object.entries(only)) {
      const others = (await unfitting(target, { [key]: values })).filter(id => options.includes(id))
      if (target.fields[key]?.fixed ? others.length > 0 : others.length === 0)
        flaws.push(`${name} ${others.length > 0 ? 'offers another' : 'has lost every other'} ${key}`)
      seen.filtered++
    }
  }
  expect(flaws).toEqual([])
  const wrong = await world.server.call(
    '/api/sys/office/select',
    { heldBy: 'assets.pile.model' },
    { as, method: 'GET' },
  )
  expect(wrong.data.fields).toHaveProperty('heldBy')
})

test('options were tried', () => {
  console.log(
    `conformance: ${seen.accepted} offered records accepted, ${seen.refused} others refused, ${seen.filtered} filters`,
  )
  expect(seen.accepted).toBeGreaterThan(50)
  expect(seen.refused).toBeGreaterThan(10)
  expect(seen.filtered).toBeGreaterThan(8)
})
