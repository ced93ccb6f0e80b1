import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { prepareDemo } from '@wattyard/app-server/demo'
import { jobsOf } from '@wattyard/app-server/work'
import { layoutOf, titleKey } from '@wattyard/pages'
import type { DictionaryView } from '@wattyard/platform/contract'
import { nameIn, type Resource, writableFields } from '@wattyard/resource'
import { type Caller, isScheduled, LANGUAGES, loadWords, newId } from '@wattyard/server-kit'
import { type Answer, callerWith, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionWorld } from './world.ts'

/*
 * What ships is as good as what people make: everything that an installation and its demonstration hold on their first day
 * can be opened and saved as it is, by whoever governs them, through the route that its page uses.
 */

const PASSWORD = 'a passphrase for tests'
const world = await sessionWorld()
const folder = mkdtempSync(join(tmpdir(), 'shipped-'))
let desk: TestServer
/** The owner of the installation, who may do everything. */
let as: Caller

beforeAll(async () => {
  const { db, identity, composition } = world
  const { tenantId, ownerId } = await db.platform(tx =>
    identity.prepareInstallation(tx, { dataFolder: folder, adminPassword: PASSWORD }),
  )
  await prepareDemo(db, composition, {
    tenantId,
    dataFolder: folder,
    permissions: world.permissions,
    publicUrl: 'https://charge.example',
    fleetSecret: 'ab'.repeat(32),
    historyDays: 0,
  })
  // What modules owe a new tenant comes by the outbox.
  const outbox = jobsOf(world.modules).find(({ name }) => name === 'kernel.outbox')
  if (!outbox || isScheduled(outbox)) throw new Error('nothing delivers the outbox')
  await outbox.run({ db, now: Date.now(), signal: new AbortController().signal })
  desk = await testServer({ modules: world.modules, db })
  as = callerWith({ tenantId, userId: ownerId })
}, 120_000)
afterAll(async () => {
  await desk.close()
  await world.close()
  rmSync(folder, { recursive: true })
})

const post = (path: string, input: Record<string, unknown>) => desk.call(path, input, { as, key: newId() })

async function dataOf(path: string, input: Record<string, unknown> = {}): Promise<Answer['data']> {
  const answer = await post(path, input)
  if (!answer.success) throw new Error(`${path}: ${answer.text}`)
  return answer.data
}

/** A record as its form sends it back: what may be written and is shown. */
function formOf(resource: Resource, record: Record<string, unknown>): Record<string, unknown> {
  const shown = writableFields(resource, 'update').filter(([, of]) => of.kind !== 'secret')
  return Object.fromEntries(shown.map(([key]) => [key, record[key]]))
}

async function recordsOf(resource: Resource, most = 200): Promise<Answer['data'][]> {
  const base = `/api/${resource.path}`
  const { list } = await dataOf(`${base}/list`, { pageSize: most })
  const records: Answer['data'][] = []
  for (const { id } of list) records.push(await dataOf(`${base}/get`, { id }))
  return records
}

/** The console's own words, which titles of the menu are among. */
const titles = loadWords([resolve(import.meta.dirname, '../../../apps/console/locales')])

/** Records nobody changes: the product relies on them as they are. */
const KEPT = ['identity.role admin', 'identity.role guest', 'identity.role vip']
/** Documents with companies are in the books once they are confirmed. */
const isBooked = (name: string): boolean => name.startsWith('payables.document ')

/** Records of a definition that are searched for: all were written by the same code. */
const SEARCHED = 3

// Before they are saved again, which writes what they are found by anew.
test('is found by what it is called', { timeout: 60_000 }, async () => {
  const missed: string[] = []
  let searched = 0
  for (const { resource } of world.served.filter(one => one.resource.writes === 'crud'))
    for (const record of await recordsOf(resource, SEARCHED))
      for (const key of resource.list.search ?? []) {
        const q = record[key]
        if (typeof q !== 'string' || q.trim() === '') continue
        const { list } = await dataOf(`/api/${resource.path}/list`, { q, pageSize: 50 })
        searched++
        if (!list.some(({ id }: { id: string }) => id === record.id)) missed.push(`${resource.name} ${key} ${q}`)
      }
  expect(missed).toEqual([])
  expect(searched).toBeGreaterThan(40)
})

test('every record of every definition that people write', { timeout: 120_000 }, async () => {
  const wrong: string[] = []
  const kept: string[] = []
  const counts = new Map<string, number>()
  for (const { resource } of world.served.filter(one => one.resource.writes === 'crud'))
    for (const record of await recordsOf(resource)) {
      const name = `${resource.name} ${record.code ?? record[resource.label]}`
      if (!record.can.includes('update')) {
        kept.push(name)
        continue
      }
      const { id, version } = record
      const saved = await post(`/api/${resource.path}/save`, { id, version, ...formOf(resource, record) })
      if (!saved.success) wrong.push(`${name}: ${saved.text}`)
      counts.set(resource.name, (counts.get(resource.name) ?? 0) + 1)
    }
  expect(wrong).toEqual([])
  expect(kept.filter(name => !isBooked(name)).toSorted()).toEqual(KEPT)
  for (const name of ['identity.role', 'assets.deviceType', 'pricing.policy'])
    expect(counts.get(name)).toBeGreaterThan(2)
  console.log('shipped:', [...counts].map(([name, count]) => `${name} ${count}`).join(', '))
})

/** Shipped under one name: what people, makers, their products, places and accounts are called. */
const PROPER_NAMES = [
  'assets.manufacturer',
  'assets.model',
  'assets.station',
  'companies.bankAccount',
  'companies.company',
  'companies.contact',
  'identity.user',
  'members.member',
  'payments.channel',
]

test('is called something in all three languages', { timeout: 60_000 }, async () => {
  const chinese: string[] = []
  for (const { resource } of world.served.filter(one => one.resource.writes === 'crud'))
    for (const record of await recordsOf(resource))
      for (const language of ['en', 'es'] as const)
        if (/\p{Script=Han}/u.test(nameIn(resource, record, language))) chinese.push(resource.name)
  expect([...new Set(chinese)].toSorted()).toEqual(PROPER_NAMES)
})

test('every price version, copied into a draft', async () => {
  const { list } = await dataOf('/api/pricing/version/list', { pageSize: 200 })
  for (const { id: copyOf, policy } of list) {
    const { id } = await dataOf('/api/pricing/version/createDraft', { policy, from: 'version', copyOf })
    const { plans, note, version: seen, problems } = await dataOf('/api/pricing/version/detail', { id })
    expect(problems).toEqual([])
    await dataOf('/api/pricing/version/saveDraft', { id, plans, note, seen })
  }
  expect(list.length).toBeGreaterThan(2)
})

test('every entry of every dictionary, in its own words', { timeout: 120_000 }, async () => {
  const { data } = await desk.call('/api/console/dict/all', {}, { as, method: 'GET' })
  const dictionaries: DictionaryView[] = data.list
  const wrong: string[] = []
  for (const { name, entries } of dictionaries)
    for (const { code, words, colour, icon, enabled, remark } of entries) {
      const said = { wordZh: words.zh, wordEn: words.en, wordEs: words.es, colour, icon, enabled, remark }
      const saved = await post('/api/console/dict/save', { dictionary: name, code, ...said })
      if (!saved.success) wrong.push(`${name} ${code}: ${saved.text}`)
    }
  expect(wrong).toEqual([])
  expect(dictionaries.length).toBeGreaterThan(50)
})

test('every entry of the menu, under its own title', async () => {
  const wrong: string[] = []
  const keys = layoutOf().flatMap(({ key, entries }) => [key, ...entries.map(entry => entry.key)])
  for (const key of keys) {
    const [titleZh, titleEn, titleEs] = LANGUAGES.map(language => titles.translate(language, titleKey(key)))
    const saved = await post('/api/console/menuemanage/save', { key, titleZh, titleEn, titleEs })
    if (!saved.success) wrong.push(`${key}: ${saved.text}`)
    // Each by itself: some groups have a page of the same name.
    else await dataOf('/api/console/menuemanage/del', { id: saved.data.id })
  }
  expect(wrong).toEqual([])
  expect(keys.length).toBeGreaterThan(20)
})

test('every setting', async () => {
  const { list } = await dataOf('/api/platform/setting/list', {})
  for (const { key, value } of list) await dataOf('/api/platform/setting/save', { key, value })
  expect(list.length).toBeGreaterThan(10)
})
