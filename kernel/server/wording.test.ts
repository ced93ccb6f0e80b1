import { col } from './database/columns.ts'
import { defineDictionary, field, NO_WORDING, type Wording } from '@wattyard/resource'
import { singleConnectionPool, testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Database, databaseOn } from './database/database.ts'
import type { Tx } from './database/tx.ts'
import { newId } from './new-id.ts'
import { checkChoices, lockWording, publishWording, wordingOf, wordsWith } from './wording.ts'
import type { Words } from './words.ts'

let db: Database
let tenantId: string
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  tenantId = newId()
})

const saying = (zh: string): Wording => ({ words: { 'a.b': { zh } }, entries: {}, menu: [] })
const publish = (wording: Wording, tenant = tenantId) =>
  db.tenant(tenant, async tx => {
    await lockWording(tx, tenant)
    await publishWording(tx, tenant, wording)
  })
/** What is read, and with how many questions. */
const read = (version?: string | null, tenant = tenantId) =>
  db.tenant(tenant, async tx => {
    const asked = vi.spyOn(tx, 'query')
    const wording = await wordingOf(tx, tenant, version)
    return { wording, asked: asked.mock.calls.length }
  })
const versionNow = () =>
  db.platform(async tx => {
    const [row] = await tx.query({ version: col.uuid }, 'select version from kernel_wording where tenant_id = $1', [
      tenantId,
    ])
    return row?.version ?? null
  })

test('a tenant that says nothing costs one question, or none; one that has not changed costs one, or none', async () => {
  expect(await read()).toEqual({ wording: NO_WORDING, asked: 1 })
  expect(await read(null)).toEqual({ wording: NO_WORDING, asked: 0 })
  await publish(saying('甲'))
  expect(await read()).toEqual({ wording: saying('甲'), asked: 2 })
  expect(await read()).toEqual({ wording: saying('甲'), asked: 1 })
  expect(await read(await versionNow())).toEqual({ wording: saying('甲'), asked: 0 })
  await publish(saying('乙'))
  expect(await read(await versionNow())).toEqual({ wording: saying('乙'), asked: 1 })
})

test('what a person asks is planned for its values, but whether words have changed is kept prepared', async () => {
  const own = databaseOn(await singleConnectionPool())
  try {
    const look = () =>
      own.request(
        async () => ({ tenantId, readOnly: false }),
        async tx => {
          await wordingOf(tx, tenantId)
          await tx.query('select 1 from kernel_wording where tenant_id = $1', [tenantId])
        },
      )
    for (let call = 0; call < 3; call++) await look()
    const kept = await own.platform(tx =>
      tx.query({ text: col.text }, 'select statement as text from pg_prepared_statements'),
    )
    expect(kept).toEqual([{ text: 'select version from kernel_wording where tenant_id = $1' }])
  } finally {
    await own.close()
  }
})

test('another tenant has its own, and cannot read this one’s', async () => {
  await publish(saying('甲'))
  expect((await read(undefined, newId())).wording).toEqual(NO_WORDING)
  const stranger = newId()
  const rows = await db.tenant(stranger, tx =>
    tx.query('select 1 from kernel_wording where tenant_id = $1', [tenantId]),
  )
  expect(rows).toEqual([])
})

test('what was rolled back is never found again, though this process has read it', async () => {
  await publish(saying('甲'))
  const failing = db.tenant(tenantId, async tx => {
    await lockWording(tx, tenantId)
    await publishWording(tx, tenantId, saying('never'))
    expect((await wordingOf(tx, tenantId)).words['a.b']).toEqual({ zh: 'never' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await read()).wording).toEqual(saying('甲'))
  await publish(saying('乙'))
  expect((await read()).wording).toEqual(saying('乙'))
})

test('own words stand over the product’s, language by language, and are no templates', () => {
  const words: Words = { translate: (language, key) => `${language} ${key}`, has: (_language, key) => key === 'x.y' }
  const own = wordsWith(words, { words: { 'a.b': { zh: '{{name}}' } }, entries: {}, menu: [] })
  expect([
    own.translate('zh', 'a.b', { name: 'x' }),
    own.translate('en', 'a.b'),
    own.translate('zh', 'constructor'),
  ]).toEqual(['{{name}}', 'en a.b', 'zh constructor'])
  expect([own.has('zh', 'a.b'), own.has('en', 'a.b'), own.has('zh', 'x.y')]).toEqual([true, false, true])
  expect(wordsWith(words, NO_WORDING)).toBe(words)
})

test('a choice is one that is offered now, or what the record holds', async () => {
  const cause = defineDictionary('probe.cause', ['a', 'b'])
  const sort = field.oneOf(['staff', 'guest'], { reserved: ['guest'] })
  const fields = { one: field.choice(cause), many: field.choices(cause), free: field.text(), sort }
  const check = (input: Record<string, unknown>, held?: Record<string, unknown>) =>
    db
      .tenant(tenantId, (tx: Tx) => checkChoices(tx, fields, input, key => held?.[key]))
      .then(
        () => [],
        (error: { fields?: object }) => Object.keys(error.fields ?? {}),
      )
  await publish({ words: {}, menu: [], entries: { 'probe.cause': { b: { off: true }, c: { own: true } } } })
  expect(await check({ one: 'a', many: ['a', 'c'], free: 'anything' })).toEqual([])
  expect(await check({ one: 'b', many: ['a', 'zzz'] })).toEqual(['one', 'many'])
  expect(await check({ one: 'b', many: ['zzz', 'c'] }, { one: 'b', many: ['zzz'] })).toEqual([])
  expect(await check({ one: null, many: [] })).toEqual([])
  expect(await check({ one: 'constructor' })).toEqual(['one'])
  expect([await check({ sort: 'guest' }), await check({ sort: 'staff' })]).toEqual([['sort'], []])
  expect(await check({ sort: 'guest' }, { sort: 'staff' })).toEqual(['sort'])
  expect(await check({ sort: 'guest' }, { sort: 'guest' })).toEqual([])
})
