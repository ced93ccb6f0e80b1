import { defineResource, field, optional } from '@wattyard/resource'
import { defineVersioned } from '@wattyard/resource/versioned'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../caller.ts'
import { col } from '../../database/columns.ts'
import type { Database } from '../../database/database.ts'
import { newId } from '../../new-id.ts'
import { Refusal } from '../../refusal.ts'
import { serveResource } from '../served.ts'
import { createTableText } from '../propose-table.ts'
import { planTable } from '../table-plan.ts'
import { serveVersioned } from './serve-versioned.ts'

const shelf = defineResource({
  name: 'probe.shelf',
  path: 'probe/shelf',
  scope: 'shared',
  writes: 'crud',
  fields: { name: field.text() },
  list: { columns: ['name'], filters: [], sort: 'name' },
  form: [['name']],
  label: 'name',
})
const list = { columns: ['shelf', 'number', 'state'], filters: ['shelf'], sort: '-number' } as const
const fields = { shelf: field.ref('probe.shelf', { fixed: true }) }

/** A recipe follows another by its number; its lines must not be empty texts. */
const recipe = defineVersioned({
  name: 'probe.recipe',
  path: 'probe/recipe',
  scope: 'shared',
  versioned: { of: 'shelf', body: 'lines', timed: false },
  fields,
  start: { first: optional(field.text()) },
  list,
})
/** A tariff holds for a time. */
const tariff = defineVersioned({
  name: 'probe.tariff',
  path: 'probe/tariff',
  scope: 'shared',
  versioned: { of: 'shelf', body: 'lines', timed: true, drafts: 'many', twoPeople: true },
  fields,
  list,
})

const inner = { lines: col.json<string[]>() }
const readLines = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const judgeLines = (lines: readonly string[]) => {
  const count = lines.length === 0 ? 1 : lines.filter(line => line === '').length
  return { count, told: count, refusal: count > 0 ? new Refusal('probe.incomplete') : null }
}

const NOW = 1_800_000_000_000
const HOUR = 3_600_000
let now = NOW
const ended = vi.fn<() => void>()

const probe = {
  name: 'probe',
  resources: [
    serveResource(shelf, {}),
    serveVersioned(recipe, {
      inner,
      read: readLines,
      judge: async (_tx, _draft, lines) => judgeLines(lines),
      async begin(_call, { first }, copied) {
        const body = copied?.lines ?? (first ? [first] : [])
        return { body, judged: judgeLines(body) }
      },
      published: async () => ({ cooked: true }),
    }),
    serveVersioned(tariff, {
      inner,
      read: readLines,
      judge: async (_tx, _draft, lines) => judgeLines(lines),
      begin: async () => ({ body: ['x'], judged: judgeLines(['x']) }),
      mayEnd: async () => ended(),
      clock: { now: () => now },
      twoPeople: { joined: async (_tx, id) => [id], subject: async (_call, draft) => `t${draft.number}` },
    }),
  ],
}

let db: Database
let server: TestServer
const as: Caller = callerWith({ tenantId: newId(), displayName: 'Ann' })

beforeAll(async () => {
  const tables = [shelf, recipe, tariff].map(one => createTableText(planTable(one as never))) // the definitions' own key types are narrower
  const more = ['recipe', 'tariff'].map(
    name => `alter table probe_${name} add column lines jsonb not null, add column edited_by_id uuid;
      create trigger immutable before update or delete on probe_${name} for each row execute function wattyard_version_fixed('valid_to_at');`,
  )
  db = await testDatabase({ sql: [...tables, ...more].join('\n') })
  server = await testServer({ db, modules: [probe] })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

const call = (path: string, input: Record<string, unknown>, key: string = newId()) =>
  server.call(`/api/probe/${path}`, input, { as, key })
const ok = async (path: string, input: Record<string, unknown>) => {
  const answer = await call(path, input)
  expect([answer.msg, answer.success]).toEqual(['', true])
  return answer.data
}
const aShelf = async (): Promise<string> => (await ok('shelf/save', { name: newId() })).id
const get = (kind: 'recipe' | 'tariff', id: string) => ok(`${kind}/get`, { id })

describe('versions that follow each other', () => {
  test('a draft is written, published once and retired', async () => {
    const of = await aShelf()
    const { id, number } = await ok('recipe/createDraft', { shelf: of })
    expect(number).toBe(1)
    expect((await call('recipe/publish', { id })).code).toBe('probe.incomplete')
    expect(await ok('recipe/saveDraft', { id, seen: 1, lines: ['salt', ''] })).toEqual({ id, version: 2, problems: 1 })
    expect(await get('recipe', id)).toMatchObject({ state: 'draft', problems: 1, editedBy: 'Ann', publishedBy: null })
    await ok('recipe/saveDraft', { id, seen: 2, lines: ['salt'], note: 'less' })
    expect(await ok('recipe/publish', { id })).toEqual({ id, number: 1, cooked: true })
    expect(await get('recipe', id)).toMatchObject({ state: 'published', problems: 0, note: 'less', publishedBy: 'Ann' })
    for (const name of ['saveDraft', 'publish', 'discardDraft'])
      expect((await call(`recipe/${name}`, { id, ...(name === 'saveDraft' ? { seen: 4, lines: [] } : {}) })).code).toBe(
        'kernel.notAllowedNow',
      )
    await ok('recipe/retire', { id })
    expect((await get('recipe', id)).can).toEqual([])
  })

  test('there is one draft at a time, and the number of a discarded one does not come back', async () => {
    const of = await aShelf()
    const { id } = await ok('recipe/createDraft', { shelf: of, first: 'salt' })
    expect((await call('recipe/createDraft', { shelf: of })).code).toBe('probe.draftExists')
    expect((await ok('recipe/createDraft', { shelf: await aShelf() })).number).toBe(1)
    await ok('recipe/discardDraft', { id })
    expect((await ok('recipe/createDraft', { shelf: of })).number).toBe(2)
  })

  test('an old version is restored as a new draft, which says where it comes from', async () => {
    const of = await aShelf()
    const { id } = await ok('recipe/createDraft', { shelf: of, first: 'salt' })
    await ok('recipe/publish', { id })
    await ok('recipe/retire', { id })
    const copy = await ok('recipe/createDraft', { shelf: of, copyOf: id })
    expect(await get('recipe', copy.id)).toMatchObject({ number: 2, source: 'version:1', problems: 0 })
    expect((await call('recipe/createDraft', { shelf: await aShelf(), copyOf: newId() })).status).toBe(404)
  })

  test('a stale save is refused, and of two concurrent drafts one is created', async () => {
    const of = await aShelf()
    const both = await Promise.all([
      call('recipe/createDraft', { shelf: of }),
      call('recipe/createDraft', { shelf: of }),
    ])
    expect(both.filter(one => one.success)).toHaveLength(1)
    const id = both.find(one => one.success)?.data.id
    await ok('recipe/saveDraft', { id, seen: 1, lines: ['a'] })
    expect(await call('recipe/saveDraft', { id, seen: 1, lines: ['b'] })).toMatchObject({
      code: 'kernel.stale',
      status: 409,
    })
  })

  test('what is published is fixed in the database', async () => {
    const { id } = await ok('recipe/createDraft', { shelf: await aShelf(), first: 'salt' })
    await ok('recipe/publish', { id })
    const run = (text: string) => db.platform(tx => tx.execute(text, [id]))
    await expect(run("update probe_recipe set lines = '[]' where id = $1")).rejects.toThrow(/cannot be changed/)
    await expect(run("update probe_recipe set state = 'draft' where id = $1")).rejects.toThrow(/cannot be changed/)
    await expect(run('delete from probe_recipe where id = $1')).rejects.toThrow(/cannot be deleted/)
  })
})

describe('versions that hold for a time', () => {
  test('a version ends where the next begins, and continues when that is retired', async () => {
    now = NOW
    const of = await aShelf()
    const [first, second] = [
      await ok('tariff/createDraft', { shelf: of }),
      await ok('tariff/createDraft', { shelf: of }),
    ]
    expect(await ok('tariff/publish', { id: first.id })).toMatchObject({
      validFrom: NOW,
      validTo: null,
      endedNumber: null,
    })
    const start = NOW + HOUR
    expect((await call('tariff/publish', { id: second.id, validFrom: start })).code).toBe('probe.versionOverlaps')
    expect(await ok('tariff/publish', { id: second.id, validFrom: start, replaceCurrent: true })).toMatchObject({
      validFrom: start,
      endedNumber: 1,
    })
    expect((await get('tariff', first.id)).validTo).toBe(start)
    expect(await ok('tariff/retire', { id: second.id })).toMatchObject({ validTo: start, continues: 1 })
    expect((await get('tariff', first.id)).validTo).toBeNull()
    expect(ended).not.toHaveBeenCalled()
  })

  test('who retires one whose time nobody takes over is asked by the module', async () => {
    now = NOW
    const { id } = await ok('tariff/createDraft', { shelf: await aShelf() })
    await ok('tariff/publish', { id })
    now = NOW + HOUR
    expect(await ok('tariff/retire', { id })).toMatchObject({ validTo: NOW + HOUR, continues: null })
    expect(ended).toHaveBeenCalledOnce()
    ended.mockClear()
    const other = await ok('tariff/createDraft', { shelf: await aShelf() })
    await ok('tariff/publish', { id: other.id })
    await ok('tariff/retire', { id: other.id, evenIfInUse: true })
    expect(ended).not.toHaveBeenCalled()
  })

  test('publishing takes an idempotency key where two people may be needed', async () => {
    const { id } = await ok('tariff/createDraft', { shelf: await aShelf() })
    expect((await server.call('/api/probe/tariff/publish', { id }, { as })).success).toBe(false)
  })
})

test('a definition that contradicts itself is refused at start', () => {
  const rule = { name: 'probe.odd', path: 'probe/odd', scope: 'shared', list } as const
  expect(() =>
    defineVersioned({
      ...rule,
      fields: { shelf: field.ref('probe.shelf') },
      versioned: { of: 'shelf', body: 'lines', timed: false },
    }),
  ).toThrow(/no fixed reference/)
  const alone = defineVersioned({
    ...rule,
    fields,
    versioned: { of: 'shelf', body: 'lines', timed: false, twoPeople: true },
  })
  expect(() =>
    serveVersioned(alone, {
      inner,
      read: readLines,
      judge: async () => judgeLines([]),
      begin: async () => ({ body: [], judged: judgeLines([]) }),
    }),
  ).toThrow(/two people/)
})
