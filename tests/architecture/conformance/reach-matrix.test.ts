import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { stationsInReach } from '@wattyard/assets/server'
import { ownerField, searchedFields } from '@wattyard/resource'
import { liveRoute, newId, col } from '@wattyard/server-kit'
import { pathInputs, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CANARY, FENCED, type Inhabitant, isNarrowed, OWNED, reachWorld, type ReachWorld } from './reach-world.ts'
import { APART, type Called, callsOf, idInputs, meantResources, requiredInputs } from './route-inputs.ts'
import { sessionWorld } from './world.ts'

/*
 * Every route, called by people who may do everything and see only a part of their company (trust R-18): no byte of the
 * other part arrives, and nothing of it changes.
 */

const world = await sessionWorld({ findsOnce: true })
afterAll(() => world.close())

// One method is enough: both have the same handler, and the matrix of routes calls both.
const calls = callsOf(world.server).filter(
  ({ route, method }) =>
    !APART.test(route.path) && route.access !== 'public' && method === [route.method].flat().at(-1),
)
let reach: ReachWorld
let before: Record<string, string>
beforeAll(async () => {
  reach = await reachWorld(world)
  before = await rowsOfOthers()
}, 120_000)

let asked = 0
const wrong: string[] = []

async function ask({ browser, name, canaries }: Inhabitant, { route, method }: Called, input: Record<string, unknown>) {
  asked++
  const answer = await browser.send(
    method,
    route.path,
    { ...pathInputs(route.path), ...input },
    {
      headers: { 'x-token': browser.cookies.get('Admin-Token') ?? '', 'idempotency-key': newId() },
    },
  )
  const said = canaries.flatMap(canary => {
    // Found first: looking for what is around a word tries eighty characters at each place of the answer.
    const at = answer.text.indexOf(canary)
    return at < 0 ? [] : [answer.text.slice(Math.max(at - 80, 0), at + canary.length + 40)]
  })
  if (said.length > 0) wrong.push(`${name}: ${method} ${route.path} ${JSON.stringify(input)} says ${said.join()}`)
  if (answer.status >= 500)
    wrong.push(`${name}: ${method} ${route.path} ${JSON.stringify(input)} answers ${answer.status}`)
  return answer
}

/** Rows beyond reach, and those that all share, as they are now. */
async function rowsOfOthers(): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  for (const { resource } of world.served) {
    // Applications belong nowhere: whoever may decide on them does.
    if (resource.name === 'identity.registration') continue
    const [row] = await world.db.platform(tx =>
      tx.query({ mark: col.text }, `select to_jsonb(t)::text as mark from ${resource.table} t where id = $1`, [
        reach.theirs.get(resource.name),
      ]),
    )
    marks[resource.name] = row?.mark ?? 'gone'
  }
  return marks
}

/** Ids that could mean something in an input of a call: of resources that are narrowed, or of its own. */
function idsFor(call: Called, key: string): [resource: string, id: string][] {
  const meant = meantResources(world, call, key)
  const asked = meant.length === 1 ? meant : meant.filter(({ resource }) => isNarrowed(resource))
  return asked.map(({ resource }) => [resource.name, reach.theirs.get(resource.name) ?? ''])
}

const face = (text: string, id: string) =>
  text
    .replaceAll(id, 'ID')
    .replace(/"requestId":"[^"]*"/, '')
    .replace(/\d{13}/g, 'TIME')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')

test('what is asked without naming anything holds nothing of others', { timeout: 180_000 }, async () => {
  for (const who of reach.inhabitants)
    for (const call of calls) {
      const { code } = await ask(who, call, {})
      const required = requiredInputs(call)
      if (code !== 'kernel.forbidden' && Object.keys(required).length > 0) await ask(who, call, required)
    }
  expect(wrong).toEqual([])
})

test('lists, searched and narrowed by what is beyond reach, have nothing of it', { timeout: 180_000 }, async () => {
  for (const who of reach.inhabitants)
    for (const { resource } of world.served) {
      const list: Called | undefined = calls.find(({ route }) => route.path === `/api/${resource.path}/list`)
      const select = calls.find(({ route }) => route.path === `/api/${resource.path}/select`)
      if (!list || !select) continue
      for (const q of ['eyond', 'enced', 'omebodys']) {
        if (searchedFields(resource.list).length > 0) await ask(who, list, { q })
        await ask(who, select, { q })
      }
      await ask(who, select, { ids: reach.theirs.get(resource.name) })
      for (const key of resource.list.filters) {
        const target = reach.theirs.get(resource.fields[key]?.of ?? '')
        if (target) await ask(who, list, { [`filter.${key}`]: target })
      }
    }
  expect(wrong).toEqual([])
})

/** Ids beyond reach as each input of a call that takes one, beside ids of nothing: the answers have to be alike. */
async function tryIds(who: Inhabitant, call: Called): Promise<void> {
  const own = world.served.find(({ resource }) => call.route.path.startsWith(`/api/${resource.path}/`))
  const inputs = [
    ...idInputs(call),
    // Saving takes whatever the definition has, so its schema names no id.
    ...(call.route.path === `/api/${own?.resource.path}/save` ? [{ key: 'id', isList: false, rest: {} }] : []),
  ]
  for (const { key, isList, rest } of inputs) {
    const missing = newId()
    // What a missing id answers does not hang on the record that is asked for beside it.
    let nothing: Awaited<ReturnType<typeof ask>> | undefined
    for (const [resource, id] of idsFor(call, key)) {
      const foreign = await ask(who, call, { ...rest, [key]: isList ? [id] : id })
      // Who may not call it at all learns nothing by other ids either.
      if (foreign.code === 'kernel.forbidden') return
      const target = world.served.find(served => served.resource.name === resource)
      if (!target || !who.isBeyond(target.resource)) continue
      nothing ??= await ask(who, call, { ...rest, [key]: isList ? [missing] : missing })
      const [a, b] = [face(foreign.text, id), face(nothing.text, missing)]
      if (a === b && foreign.status === nothing.status) continue
      const told = `${foreign.status} ${a.slice(0, 160)} but for a missing one ${nothing.status} ${b.slice(0, 160)}`
      wrong.push(`${who.name}: ${call.method} ${call.route.path} ${key} of ${resource}: ${told}`)
    }
  }
}

test('an id beyond reach is an id that does not exist, to every call that takes one', {
  timeout: 300_000,
}, async () => {
  for (const who of reach.inhabitants) for (const call of calls) await tryIds(who, call)
  expect(wrong).toEqual([])
})

test('nothing is made of what is beyond reach', { timeout: 180_000 }, async () => {
  for (const who of reach.inhabitants)
    for (const { resource } of world.served) {
      const save = calls.find(({ route }) => route.path === `/api/${resource.path}/save`)
      if (!save || resource.writes !== 'crud') continue
      for (const [key, of] of Object.entries(resource.fields)) {
        const id = reach.theirs.get(of.of ?? '')
        const target = world.served.find(served => served.resource.name === of.of)
        if (!id || !target || !who.isBeyond(target.resource) || of.computed) continue
        const answer = await ask(who, save, { [key]: of.kind === 'refs' ? [id] : id })
        if (answer.success) wrong.push(`${who.name}: ${save.route.path} took ${key} from beyond their reach`)
      }
    }
  expect(wrong).toEqual([])
})

/** What a stream of somebody says, as a screen has it. */
async function listen({ browser }: Inhabitant, address: string, topics: readonly string[]) {
  const leaving = new AbortController()
  const token = browser.cookies.get('Admin-Token') ?? ''
  const answer = await fetch(`${address}/chg/api/live?topics=${topics.join(',')}&token=${token}`, {
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    signal: leaving.signal,
  })
  expect(answer.status).toBe(200)
  const heard = { text: '', leave: () => leaving.abort() }
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const part of answer.body ?? []) heard.text += decoder.decode(part as Uint8Array) // bytes
    } catch {
      // Left by the test.
    }
  })()
  return heard
}

const TOPICS_OF_A_STREAM = 20

test('live streams tell what is within reach, and nothing beyond', { timeout: 60_000 }, async () => {
  const { composition, identity, db } = world
  const { live, sessions } = composition
  const { authenticator } = identity
  const routes = [liveRoute(live, stationsInReach, sessions, world.server.index)]
  const server = await testServer({ modules: [{ name: 'streams', resources: [], routes }], db, authenticator })
  const { fastify } = server.app
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  const topics = world.served.map(({ resource }) => resource.name)
  const owned = new Set<string>(
    world.served.flatMap(({ resource }) => (ownerField(resource) === null ? [] : [resource.name])),
  )
  const parts = Array.from({ length: Math.ceil(topics.length / TOPICS_OF_A_STREAM) }, (_, i) =>
    topics.slice(i * TOPICS_OF_A_STREAM, (i + 1) * TOPICS_OF_A_STREAM),
  )
  const { near, fenced } = reach.stations
  const south = reach.theirs.get('assets.station') ?? ''
  const { tenantId } = reach
  try {
    for (const who of reach.inhabitants) {
      const streams = await Promise.all(parts.map(part => listen(who, address, part)))
      for (const topic of topics) {
        const tell = (
          id: string,
          more: { stationId: string | null; userId?: string; everybody?: true; ownerId?: string },
          of = tenantId,
        ) => live.publish({ tenantId: of, topic, data: { id: `${id} ${topic}` }, ...more })
        tell(`${CANARY} south`, { stationId: south })
        tell(`${CANARY} of the whole company`, { stationId: null })
        tell(`${CANARY} of somebody else`, { stationId: near, userId: newId() })
        tell(`${CANARY} of another company`, { stationId: near, everybody: true }, newId())
        tell(`${FENCED} station`, { stationId: fenced })
        if (owned.has(topic)) tell(`${OWNED} record`, { stationId: near, ownerId: newId() })
        tell('near', { stationId: near })
      }
      const mayRead = who.name.includes('staff') ? 'identity.user' : 'charging.order'
      await expect.poll(() => streams.map(({ text }) => text).join(), { timeout: 5_000 }).toContain(`near ${mayRead}`)
      await sleep(300) // what is late leaves within a quarter of a second
      const all = streams.map(({ text }) => text).join()
      for (const canary of who.canaries) expect(all).not.toContain(canary)
      // Who sees the operator hears of each of its stations.
      expect(all.includes(FENCED)).toBe(!who.canaries.includes(FENCED))
      asked += streams.length
      for (const stream of streams) stream.leave()
    }
  } finally {
    fastify.server.closeAllConnections()
    await server.close()
  }
})

test('and nothing of others has changed or been said', async () => {
  console.log(`reach: ${asked} calls by ${reach.inhabitants.length} people to ${calls.length} routes`)
  expect(asked).toBeGreaterThan(3000)
  expect(await rowsOfOthers()).toEqual(before)
})
