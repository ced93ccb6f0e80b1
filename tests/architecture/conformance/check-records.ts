import { isDeepStrictEqual } from 'node:util'
import { kindOf } from '@wattyard/resource/schema'
import { type Caller, newId, type ServedResource } from '@wattyard/server-kit'
import { beforeAll, expect, test } from 'vitest'
import { HINTS } from './hints.ts'
import { type MadeRecord, Records } from './records.ts'
import { rowsAddedUp } from './rows-added-up.ts'
import { administrator, type World } from './world.ts'

const TEXTS = new Set(['text', 'code', 'note', 'email'])
const ROWS = 5

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Records of a definition as people work with them: saved, listed, exported, and nobody else's business. */
export function checkRecords(world: World, served: ServedResource): void {
  const { call } = world.server
  const { resource } = served
  const base = `/api/${resource.path}`
  let as: Caller
  let made: MadeRecord[] = []
  beforeAll(async () => {
    as = await administrator(world)
    const records = new Records(world, as)
    made = []
    for (let i = 0; i < ROWS; i++) made.push(await records.make(served))
  })

  const listed = async (input: Record<string, unknown> = {}, who = as): Promise<Record<string, unknown>[]> => {
    const answer = await call(`${base}/list`, { pageSize: 200, ...input }, { as: who })
    if (!answer.success) throw new Error(answer.text)
    return answer.data.list
  }
  const ids = (rows: readonly Record<string, unknown>[]) => rows.map(row => row.id)
  const inOrder = (some: readonly unknown[]) => some.map(textOf).toSorted((a, b) => (a < b ? -1 : 1))

  test('what is saved comes back', async () => {
    for (const { id, input } of made) {
      const { data } = await call(`${base}/get`, { id }, { as })
      expect(data.id).toBe(id)
      const changed = HINTS[resource.name]?.changed ?? []
      const kept = Object.entries(input).filter(
        ([key, value]) => value !== null && resource.fields[key]?.kind !== 'secret' && !changed.includes(key),
      )
      const differs = kept.filter(([key, value]) => !isDeepStrictEqual(data[key], JSON.parse(JSON.stringify(value))))
      expect(differs.map(([key, value]) => [key, value, data[key]])).toEqual([])
      for (const [key, of] of Object.entries(resource.fields))
        if (of.kind === 'secret') expect(data).not.toHaveProperty(key)
    }
  })

  test('another tenant sees nothing of it and reaches nothing', async () => {
    const stranger = await administrator(world)
    const theirs = made.map(one => one.id)
    const seen = [
      ...ids(await listed({}, stranger)),
      ...ids((await call(`${base}/select`, { ids: theirs }, { as: stranger })).data.list),
    ]
    expect(seen.filter(id => theirs.includes(String(id)))).toEqual([])
    const id = made[0]?.id
    const reaching = ['get', 'history', ...(resource.writes === 'crud' ? ['save', 'del'] : [])]
    for (const path of reaching)
      expect((await call(`${base}/${path}`, { id }, { as: stranger })).code, path).toBe('kernel.notFound')
    for (const [name, rule] of Object.entries(resource.commands)) {
      if (rule.on === 'none') continue
      const input = await new Records(world, stranger).values(resource, Object.entries(rule.input ?? {}))
      expect((await call(`${base}/${name}`, { id, ...input }, { as: stranger, key: newId() })).code, name).toBe(
        'kernel.notFound',
      )
    }
    expect((await call(`${base}/get`, { id }, { as })).success).toBe(true)
  })

  test('pages put together are the list', async () => {
    const sorts = [resource.list.sort.replace(/^-/, ''), ...(resource.list.sorts ?? [])]
    for (const sort of new Set(sorts.flatMap(key => [key, `-${key}`]))) {
      const whole = ids(await listed({ sort }))
      const paged: unknown[] = []
      for (let page = 1; paged.length < whole.length && page <= whole.length; page++)
        paged.push(...ids(await listed({ sort, page, pageSize: 2 })))
      expect(paged, sort).toEqual(whole)
    }
    const all = ids(await listed())
    expect(made.filter(one => !all.includes(one.id))).toEqual([])
  })

  test('filters take a value, all others, and whether there is one', async () => {
    const all = inOrder(ids(await listed()))
    const both = async (key: string, one: unknown, other: unknown) =>
      inOrder([...ids(await listed({ filter: { [key]: one } })), ...ids(await listed({ filter: { [key]: other } }))])
    for (const key of resource.list.filters) {
      const of = resource.fields[key]
      if (!of || kindOf(of).filter === 'none') continue
      expect(await both(key, { is: 'empty' }, { is: 'filled' }), `${key} empty and filled`).toEqual(all)
      const value = (await listed()).map(row => row[key]).find(one => one !== null && [one].flat().length > 0)
      if (value === undefined || resource.masked?.[key]) continue
      const sought = kindOf(of).filter === 'contains' ? textOf(value).trim().slice(0, 100) : value
      expect(await both(key, sought, { not: sought }), `${key} and not ${key}`).toEqual(all)
    }
    const [key] = resource.list.filters
    if (key && key !== 'createdAt' && kindOf(resource.fields[key]!).filter !== 'none')
      for (const wrong of [{ is: 'lost' }, { is: 'empty', not: 'x' }, { is: 'empty', from: 1 }]) {
        const answer = await call(`${base}/list`, { filter: { [key]: wrong } }, { as })
        expect(Object.keys(answer.data?.fields ?? {}), JSON.stringify(wrong)).toEqual([`filter.${key}`])
      }
  })

  if (resource.list.totals)
    test('totals are the sums of the list, whatever narrows it', async () => {
      const digits = (value: unknown): bigint => BigInt(textOf(value ?? 0).replace('.', ''))
      for (const filter of [{}, { [resource.list.filters[0] ?? '']: { is: 'filled' } }]) {
        const rows = await listed({ filter })
        const { data } = await call(`${base}/totals`, { filter }, { as })
        const added = rowsAddedUp(resource, rows)
        expect(data).toMatchObject({ rows: added.length, left: rows.length - added.length, capped: false })
        for (const key of resource.list.totals ?? [])
          expect(digits(data.totals[key]), key).toBe(added.reduce((sum, row) => sum + digits(row[key]), 0n))
      }
      const theirs = await call(`${base}/totals`, {}, { as: await administrator(world) })
      expect(theirs.data.rows).toBe(0)
    })

  if (resource.exchange?.export !== false)
    test('an export has the rows of the list and nobody else’s', async () => {
      // A column of plain text shows in a sheet as it is in the list.
      const key = resource.list.columns.find(column => TEXTS.has(resource.fields[column]?.kind ?? ''))
      const rows = await listed()
      const exported = async (who: Caller) =>
        call(
          `${base}/export`,
          // Personal data is in a file only with a reason.
          { format: 'csv', ...(key ? { columns: key } : {}), ...(resource.masked ? { reason: 'conformance' } : {}) },
          { as: who, method: 'GET' },
        )
      const answer = await exported(as)
      expect(answer.headers['x-total-rows']).toBe(String(rows.length))
      const theirs = await exported(await administrator(world))
      for (const row of key ? rows.filter(one => made.some(mine => mine.id === one.id)) : []) {
        const text = String(row[key ?? '']).replaceAll('"', '""')
        expect(answer.text).toContain(text)
        // Short texts occur by chance.
        if (text.length > 4) expect(theirs.text).not.toContain(text)
      }
    })
}
