import { holdsFiles, masked, type MaskKind, searchedFields } from '@wattyard/resource'
import { newId } from '@wattyard/server-kit'
import type { Browser } from '@wattyard/identity/testing'
import { pathInputs } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answered, isFile, textOfFile } from './answer-text.ts'
import { HIDDEN_PAIRS, hiddenSorts, holds, isDoor, lasting, questionsOf } from './hidden-parts.ts'
import { personalWorld, type PersonalWorld } from './personal-world.ts'
import { SENTINELS, TYPED } from './sentinels.ts'
import { APART, type Called, callsOf, idInputs, meantResources, requiredInputs } from './route-inputs.ts'
import { sessionWorld } from './world.ts'

/*
 * Every way out of the server, taken by people without the right to personal data (decision 389): no name, phone, card or car of
 * a driver arrives in clear. The one call that is meant to show them is asked for by itself.
 */

const world = await sessionWorld({ findsOnce: true })
let people: PersonalWorld
let guest: Browser
beforeAll(async () => {
  people = await personalWorld(world)
  guest = world.browser('10.3.0.3')
  if (!(await guest.post('/api/security/freetry')).success) throw new Error('no guest was let in')
}, 120_000)
afterAll(async () => {
  await people.close()
  await world.close()
})

const REVEAL = '/api/platform/personal/reveal'
const calls = callsOf(world.server).filter(
  ({ route, method }) => !APART.test(route.path) && route.path !== REVEAL && method === [route.method].flat().at(-1),
)

/** What live streams were given, to whoever listens. */
const published: string[] = []
const { publish } = world.composition.live
Object.assign(world.composition.live, {
  publish: (event: Parameters<typeof publish>[0]) => {
    published.push(JSON.stringify(event))
    publish(event)
  },
})

const asked = { calls: 0, bytes: 0, files: 0 }
const wrong: string[] = []

/** Text of an answer, whatever file it is. */
function textOf(answer: Answered): string {
  if (!isFile(answer)) return answer.text
  asked.files++
  return textOfFile(answer)
}

/** What a text tells of people, with what stands around it. */
function told(text: string): string[] {
  return people.secrets.flatMap(secret => {
    const at = text.indexOf(secret)
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + secret.length + 20)]
  })
}

async function ask(who: Browser, { route, method }: Called, input: Record<string, unknown>) {
  asked.calls++
  const answer = await who.send(
    method,
    route.path,
    { ...pathInputs(route.path), ...input },
    {
      headers: { 'x-token': who.cookies.get('Admin-Token') ?? '', 'idempotency-key': newId() },
    },
  )
  const text = textOf(answer)
  asked.bytes += text.length
  for (const tells of told(text)) wrong.push(`${method} ${route.path} ${JSON.stringify(input)} tells ${tells}`)
  return answer
}

const callTo = (path: string): Called => {
  const found = calls.find(({ route }) => route.path === path)
  if (!found) throw new Error(`there is no ${path}`)
  return found
}

/** Ids for an input of a call: the records of everything, and what is known of the order with a story. */
function idsFor(call: Called, key: string): string[] {
  const { order, pile } = people.told
  const meant = meantResources(world, call, key).map(({ resource }) => people.ids.get(resource.name) ?? '')
  return [...new Set([...meant, ...(/order|^id/.test(key) ? [order] : []), ...(/pile/i.test(key) ? [pile] : [])])]
}

test('lists, records, histories, choices and whatever else is asked tell nothing', { timeout: 300_000 }, async () => {
  for (const who of [people.masked, guest])
    for (const call of calls) {
      await ask(who, call, {})
      const required = requiredInputs(call)
      if (Object.keys(required).length > 0) await ask(who, call, required)
      // A guest may call nothing that the other may not.
      if (who === guest) continue
      for (const { key, isList, rest } of idInputs(call))
        for (const id of idsFor(call, key)) {
          const answer = await ask(who, call, { ...rest, [key]: isList ? [id] : id })
          if (answer.code === 'kernel.forbidden' || answer.code === 'kernel.readOnly') break
        }
    }
  expect(wrong).toEqual([])
})

test('exports, papers, frames and links tell nothing, in any format', { timeout: 120_000 }, async () => {
  for (const { resource } of world.served) {
    const of = (name: string) => calls.find(({ route }) => route.path === `/api/${resource.path}/${name}`)
    const every = Object.keys(resource.fields).filter(key => resource.fields[key]?.kind !== 'secret')
    if (!resource.masked && !every.some(key => resource.fields[key]?.of === 'members.member')) continue
    const whole = of('export')
    for (const format of ['csv', 'xlsx', 'pdf'])
      if (whole) await ask(people.masked, whole, { format, columns: every.join(',') })
    const paper = of('paper')
    if (paper) await ask(people.masked, paper, { id: people.ids.get(resource.name) ?? '' })
  }
  const { order, pile, frame } = people.told
  for (const who of [people.masked, guest]) {
    const trace = await ask(who, callTo('/api/finance/trace'), { order })
    expect([trace.data.facts.length > 0, trace.data.frames.length > 0]).toEqual([true, true])
    expect(JSON.stringify([trace.data.facts, trace.data.frames])).toContain('****')
    expect((await ask(who, callTo('/api/device/frame/list'), { pile, size: 100 })).data.list.length).toBeGreaterThan(0)
    expect((await ask(who, callTo('/api/device/frame/get'), { frame })).data.call).toContain('****')
    for (const path of calls.flatMap(({ route }) => (/pars/i.test(route.path) ? [route.path] : [])))
      await ask(who, callTo(path), { frame })
  }
  const link = await people.inClear.post('/api/platform/shareLink/make', {
    resource: 'charging.order',
    kind: 'record',
    id: order,
  })
  expect(link.success, link.text).toBe(true)
  const opened = await world.browser('10.3.0.4').get(link.data.path.replace('/chg', ''))
  expect(opened.text).toContain('****')
  expect(told(opened.text)).toEqual([])
  expect(wrong).toEqual([])
})

test('who may unmask finds a record by the whole, masked and logged; others do not, and parts find nothing', async () => {
  const { masked: looking, onlooker, inClear } = people
  const entries = async (resource: string): Promise<unknown[]> =>
    (await inClear.get('/api/platform/audit/list', { resource, action: 'lookUp', pageSize: 100 })).data.list
  for (const { resource } of world.served)
    for (const [key, mask] of Object.entries<MaskKind | undefined>(resource.masked ?? {})) {
      const list = calls.find(({ route }) => route.path === `/api/${resource.path}/list`)
      if (!list || !mask || mask === 'json' || mask === 'words' || mask === 'text') continue
      const secret = SENTINELS[mask]
      const found = async (who: Browser, input: Record<string, unknown>): Promise<number> =>
        (await ask(who, list, input)).data.total
      const filter = `filter.${key}`
      const ways = [
        ...(resource.list.filters.includes(key) ? [filter] : []),
        ...(searchedFields(resource.list).length > 0 ? ['q'] : []),
      ]
      for (const way of ways) {
        const before = (await entries(resource.name)).length
        // A command that was asked before may have made another record with the same value.
        const there: number = (await inClear.get(list.route.path, { [way]: secret })).data.total
        expect(there, `${resource.name} ${way}`).toBeGreaterThan(0)
        expect(await found(looking, { [way]: secret }), `${resource.name} ${way}`).toBe(there)
        expect(await entries(resource.name)).toMatchObject(
          before > 0 || there > 1
            ? expect.anything()
            : [{ recordId: people.ids.get(resource.name), after: { found: 1 } }],
        )
        expect(await found(onlooker, { [way]: secret }), `${resource.name} ${way}`).toBe(0)
        for (const part of [secret.slice(0, -1), secret.slice(1, -1)])
          expect(await found(looking, { [way]: part }), `${way} ${part}`).toBe(0)
      }
      // Neither the others, nor one of a hundred.
      if (!ways.includes(filter)) continue
      expect((await ask(looking, list, { [filter]: `${secret},${secret}0` })).data?.total ?? 0).toBe(0)
      const all = await found(looking, {})
      expect(await found(looking, { [`${filter}.not`]: secret })).toBe(all)
    }
  const told = JSON.stringify(await entries('members.member'))
  expect(told).toContain(masked('phone', SENTINELS.phone))
  expect(told).not.toContain(SENTINELS.phone)
  expect((await entries('charging.order')).length).toBe(1)
  const pick = callTo('/api/member/tag/select')
  expect((await ask(looking, pick, { q: SENTINELS.card })).data.list).toMatchObject([
    { label: masked('card', SENTINELS.card) },
  ])
  expect((await ask(onlooker, pick, { q: SENTINELS.card })).data.list).toEqual([])
  const log = callTo('/api/platform/audit/list')
  for (const q of [SENTINELS.phone, SENTINELS.phone.slice(0, 6), SENTINELS.name, TYPED[0].slice(3)])
    expect((await ask(looking, log, { q })).data.list, q).toEqual([])
  for (const q of [SENTINELS.phone, TYPED[0]])
    expect((await inClear.get('/api/platform/audit/list', { q })).data.list.length).toBeGreaterThan(0)
  expect(wrong).toEqual([])
})

/** Returns what an answer shows its reader: of totals it is the rows that were added up. */
async function shownBy(call: Called, input: Record<string, unknown>, text: string): Promise<string> {
  if (!call.route.path.endsWith('/totals')) return text
  return (await ask(people.onlooker, callTo(call.route.path.replace(/totals$/, 'list')), input)).text
}

test('one question is answered on what is shown to who asks, whatever is asked and wherever', async () => {
  const { onlooker } = people
  const tells: string[] = []
  let questions = 0
  for (const call of calls.filter(isDoor)) {
    const served = world.served.find(({ resource }) => call.route.path.startsWith(`/api/${resource.path}/`))
    // What each way of asking answers about nothing: what is answered like that tells nothing, too.
    const aboutNothing = new Map<number, string>()
    for (const { asks, nothing } of HIDDEN_PAIRS) {
      const pairs = questionsOf(call, served?.resource, asks)
      const others = questionsOf(call, served?.resource, nothing)
      for (const [at, input] of pairs.entries()) {
        const answer = await ask(onlooker, call, input)
        const said = lasting(answer.text, asks)
        questions++
        if (answer.status === 429) tells.push(`${call.route.path} was not asked`)
        if (said !== aboutNothing.get(at)) {
          const other = await ask(onlooker, call, others[at] ?? {})
          if (other.status === 429) tells.push(`${call.route.path} was not asked`)
          aboutNothing.set(at, lasting(other.text, nothing))
          // A number that happens to stand in what is shown, such as an id, may be found there.
          const isShown =
            holds(await shownBy(call, input, answer.text), asks) ||
            holds(await shownBy(call, others[at] ?? {}, other.text), nothing)
          if (!isShown && said !== aboutNothing.get(at)) tells.push(`${call.route.path} ${JSON.stringify(input)}`)
        }
        if (answer.code === 'kernel.forbidden') break
      }
    }
  }
  console.log(`personal: ${questions} questions for hidden parts`)
  expect(questions).toBeGreaterThan(1_000)
  expect(tells.join('\n')).toBe('')
  expect(world.served.flatMap(({ resource }) => hiddenSorts(resource).map(key => `${resource.name} ${key}`))).toEqual(
    [],
  )
  // The log tells everybody what was asked of an export, also what the asker has typed above.
  wrong.length = 0
}, 300_000)

test('with the right to it, all of it is there; in a file only with a reason, which the log keeps', async () => {
  const { inClear } = people
  const id = people.ids.get('members.member') ?? ''
  expect((await inClear.get('/api/member/member/get', { id })).data).toMatchObject({
    name: SENTINELS.name,
    phone: SENTINELS.phone,
    note: SENTINELS.text,
  })
  expect((await inClear.get('/api/device/frame/get', { frame: people.told.frame })).text).toContain(people.told.tag)
  expect((await inClear.get('/api/member/member/list', { q: '哨兵' })).data.total).toBeGreaterThan(10)
  const file = async (who: Browser, input: Record<string, string> = {}) =>
    who.get('/api/member/member/export', { columns: 'code,name,phone', ...input })
  expect(told((await file(inClear)).text)).toEqual([])
  expect((await file(inClear, { reason: '年度核对' })).text).toContain(SENTINELS.phone)
  expect(await file(people.masked, { reason: '年度核对' })).toMatchObject({ status: 403, code: 'kernel.forbidden' })
  const logged = await inClear.get('/api/platform/audit/list', { resource: 'members.member', action: 'exportInClear' })
  expect(logged.data.list).toMatchObject([{ after: { reason: '年度核对', format: 'csv' } }])
  // A sheet of one record needs no more reason than its page; the log keeps who took it along.
  const papers = async (resource: string): Promise<unknown[]> =>
    (await inClear.get('/api/platform/audit/list', { resource, action: 'paperInClear' })).data.list
  expect((await people.masked.get('/api/member/member/paper', { id })).status).toBe(200)
  expect((await inClear.get('/api/member/member/paper', { id: newId() })).status).toBe(404)
  expect(await papers('members.member')).toEqual([])
  expect(textOf(await inClear.get('/api/member/member/paper', { id }))).toContain(SENTINELS.phone)
  expect(await papers('members.member')).toMatchObject([{ recordId: id, after: { kind: 'record' } }])
  const station = people.ids.get('assets.station') ?? ''
  expect((await inClear.get('/api/device/station/paper', { id: station })).status).toBe(200)
  expect(await papers('assets.station')).toEqual([])
})

test('one record is revealed with a reason, logged with who, whose, what and why, and seldom', async () => {
  const resource = 'members.member'
  const id = people.ids.get(resource) ?? ''
  const reveal = (input: Record<string, unknown>, who = people.masked) => who.post(REVEAL, { resource, id, ...input })
  const entries = async () =>
    (await people.inClear.get('/api/platform/audit/list', { resource, action: 'reveal', pageSize: 100 })).data.list
  for (const reason of [undefined, '', '  '])
    expect(await reveal({ reason })).toMatchObject({ success: false, code: 'kernel.invalid' })
  expect(await reveal({ reason: '核实车主', id: newId() })).toMatchObject({ code: 'kernel.notFound' })
  expect(await reveal({ reason: '核实车主' }, guest)).toMatchObject({ status: 403 })
  expect(await entries()).toEqual([])
  const { data } = await reveal({ reason: '核实车主' })
  expect(data).toEqual({
    values: { name: SENTINELS.name, phone: SENTINELS.phone, note: SENTINELS.text },
    seconds: 60,
  })
  expect(await entries()).toMatchObject([
    { recordId: id, action: 'reveal', after: { reason: '核实车主', fields: ['name', 'phone', 'note'] } },
  ])
  let seen = 1
  for (; seen < 70; seen++) if (!(await reveal({ reason: '核实车主' })).success) break
  expect(seen).toBe(60)
  expect(await reveal({ reason: '核实车主' })).toMatchObject({ status: 429, code: 'platform.tooManyReveals' })
  expect(await entries()).toHaveLength(60)
})

/** Personal data of colleagues, who are called and named in their work, and of firms (decision 291). */
const OF_STAFF =
  /^(identity\.(registration|user|office)|platform\.(approval|scheduleRun|schedule)|notifications\.delivery|assets\.manufacturer|finance\.(day|month)Close|gateway\.pointMap|pricing\.\w+)$/

test('what a definition calls personal is masked, or of staff', () => {
  const resources = world.served.map(({ resource }) => resource)
  const open = resources.flatMap(({ name, fields, masked: masks = {} }) =>
    Object.entries(fields)
      // A file is opened whole or not at all.
      .filter(([key, of]) => of.privacy === 'personal' && !masks[key] && !holdsFiles(of) && !OF_STAFF.test(name))
      .map(([key]) => `${name}.${key}`),
  )
  expect(open).toEqual([])
  expect(resources.length).toBeGreaterThan(30)
})

test('streams are given ids, and no people', () => {
  expect(published.length).toBeGreaterThan(10)
  expect(published.flatMap(told)).toEqual([])
})

test('and enough was asked', () => {
  console.log(
    `personal: ${asked.calls} calls, ${asked.files} files, ${asked.bytes} characters, ${people.secrets.length} secrets`,
  )
  expect(asked.calls).toBeGreaterThan(1_000)
  expect(asked.files).toBeGreaterThan(10)
})
