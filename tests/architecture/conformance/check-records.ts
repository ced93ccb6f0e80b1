import { isDeepStrictEqual } from 'node:util'
import { type Caller, newId, type ServedResource } from '@wattyard/server-kit'
import { beforeAll, expect, test } from 'vitest'
import { HINTS } from './hints.ts'
import { type MadeRecord, Records } from './records.ts'
import { administrator, type World } from './world.ts'

const TEXTS = new Set(['text', 'code', 'note', 'email'])
const ROWS = 5

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

  if (resource.exchange?.export !== false)
    test('an export has the rows of the list and nobody else’s', async () => {
      // A column of plain text shows in a sheet as it is in the list.
      const key = resource.list.columns.find(column => TEXTS.has(resource.fields[column]?.kind ?? ''))
      const rows = await listed()
      const exported = async (who: Caller) =>
        call(`${base}/export`, { format: 'csv', ...(key ? { columns: key } : {}) }, { as: who, method: 'GET' })
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
