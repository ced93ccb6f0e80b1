import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aThing, type Things, thingsServer } from '../testing/things.ts'

let things: Things
const owners: Record<string, string> = {}
const LANGUAGES = ['zh', 'en', 'es']
const AMBIGUOUS = { en: 'Several records match. Be more specific', es: 'Coinciden varios registros. Sea más preciso' }

/** Called in three languages, in two, in one; the orders by name differ in each. */
const OWNERS = [
  { code: 'meter', name: 'c 电表', nameEn: 'Meter', nameEs: 'Contador' },
  { code: 'pile', name: 'b 充电桩', nameEn: 'Charging pile', nameEs: '' },
  { code: 'lock', name: 'a 地锁' },
]

const call = (path: string, input: Record<string, unknown>, language = 'zh', method: 'GET' | 'POST' = 'POST') =>
  things.server.call(`/api/probe/${path}`, input, { as: things.as, language, method })

/** Lines of an export behind its heading. */
async function lines(path: string, input: Record<string, unknown>, language: string): Promise<string[]> {
  const { text } = await call(`${path}/export`, input, language, 'GET')
  return text.split('\r\n').slice(1, -1)
}

/** Imports one thing and gives it as it then is, or what was wrong with its columns. */
async function imported(cells: Record<string, unknown>, language: string) {
  const values = aThing(cells)
  const { data } = await call('thing/import', { dryRun: false, rows: [{ line: 2, values }] }, language)
  if (data.refused > 0) return data.rows[0].fields
  return (await call('thing/list', { filter: { code: values.code } })).data.list[0]
}

beforeAll(async () => {
  things = await thingsServer()
  for (const one of OWNERS) owners[one.code] = (await call('owner/save', one)).data.id
})
afterAll(() => things.close())

describe('a thing that is named in several languages', () => {
  test('is called as its reader calls it in lists, details, histories and pickers; Chinese stands in', async () => {
    const { data: thing } = await things.save(aThing({ owner: owners.meter, helpers: [owners.pile, owners.lock] }))
    const wanted = {
      zh: ['c 电表', 'b 充电桩', 'a 地锁'],
      en: ['Meter', 'Charging pile', 'a 地锁'],
      es: ['Contador', 'b 充电桩', 'a 地锁'],
    }
    for (const [language, names] of Object.entries(wanted)) {
      const ids = [owners.meter, owners.pile, owners.lock]
      const answers = [
        await call('thing/list', { filter: { code: thing.code } }, language),
        await call('thing/get', { id: thing.id }, language),
        await call('thing/history', { id: thing.id }, language),
      ]
      for (const { data } of answers) expect(ids.map(id => data.labels['probe.owner'][id ?? ''])).toEqual(names)
      const { data: picked } = await call('owner/select', { ids }, language)
      expect(picked.list.map((one: { label: string }) => one.label).toSorted()).toEqual(names.toSorted())
    }
  })

  test('keeps what was written in each language, whoever reads it', async () => {
    const { data } = await call('owner/get', { id: owners.meter }, 'es')
    expect([data.name, data.nameEn, data.nameEs]).toEqual(['c 电表', 'Meter', 'Contador'])
  })

  test('stands where its reader looks for it, also over the pages of an export', async () => {
    const codes = async (language: string, sort: string) =>
      (await call('owner/list', { sort }, language)).data.list.map((one: { code: string }) => one.code)
    expect(await codes('zh', 'name')).toEqual(['lock', 'pile', 'meter'])
    expect(await codes('en', '-name')).toEqual(['lock', 'meter', 'pile'])
    expect(await codes('es', '-name')).toEqual(['pile', 'lock', 'meter'])
    expect(await lines('owner', { sort: '-name', columns: 'code' }, 'en')).toEqual(['lock', 'meter', 'pile'])
  })

  test('is found by its name in any language, in lists and pickers', async () => {
    for (const language of LANGUAGES)
      for (const text of ['电表', 'meter', 'CONTADOR']) {
        const { data } = await call('owner/list', { filter: { name: text } }, language)
        expect(data.list.map((one: { code: string }) => one.code)).toEqual(['meter'])
        expect((await call('owner/select', { q: text }, language)).data.list).toHaveLength(1)
      }
  })

  test('goes into sheets in the language of whoever takes them, and comes back in from any', async () => {
    const { data: thing } = await things.save(aThing({ owner: owners.meter, helpers: [owners.pile] }))
    for (const [language, name] of [
      ['zh', 'c 电表'],
      ['en', 'Meter'],
      ['es', 'Contador'],
    ] as const) {
      expect(await lines('thing', { columns: 'owner', filter: { code: thing.code } }, language)).toEqual([name])
      for (const reader of LANGUAGES)
        expect(await imported({ owner: name, helpers: 'Charging pile, lock Meter' }, reader)).toMatchObject({
          owner: owners.meter,
          helpers: [owners.pile, owners.lock, owners.meter],
        })
    }
  })

  test('whose name is another one’s in another language is the one that the reader of the sheet calls so', async () => {
    const { data: other } = await call('owner/save', { code: 'taxi', name: 'd 计价器', nameEs: 'Meter' })
    const { data: third } = await call('owner/save', { code: 'bus', name: 'e 客车', nameEs: 'Pasillo' })
    const { data: fourth } = await call('owner/save', { code: 'hall', name: 'f 走廊', nameEs: 'Pasillo' })
    expect((await imported({ owner: 'Meter' }, 'en')).owner).toBe(owners.meter)
    expect((await imported({ owner: 'Meter' }, 'es')).owner).toBe(other.id)
    expect(await imported({ owner: 'Pasillo' }, 'en')).toEqual({ owner: AMBIGUOUS.en })
    expect(await imported({ owner: 'Pasillo' }, 'es')).toEqual({ owner: AMBIGUOUS.es })
    for (const { id } of [other, third, fourth]) await call('owner/del', { id })
  })
})
