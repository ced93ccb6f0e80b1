import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aRole, aTenant, aUser, type Browser } from '@wattyard/identity/testing'
import { CONTRACT_ROUTES, isAllowed, openPages, type PageRules, type Visitor } from '@wattyard/pages'
import { newId, col } from '@wattyard/server-kit'
import { callerWith, pathInputs, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fingerprint } from './fingerprint.ts'
import { Records } from './records.ts'
import { APART, type Called, callsOf, idInputs, meantResources } from './route-inputs.ts'
import { sessionWorld } from './world.ts'

/*
 * Every route, called by everybody there is (trust R-16, R-17, I-43). Who may is counted here from what each role was
 * given, not asked of the server.
 */

const world = await sessionWorld()
const folder = mkdtempSync(join(tmpdir(), 'matrix-'))
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const PASSWORD = 'a passphrase for tests'
/** What holders of vip keep of the routes for everybody who is signed in. */
const OWN =
  /^\/api\/(employee\/me$|security\/|weixin\/bind\/|user\/pwd\/|sys\/user\/(pwd|chgPwd)$|platform\/view\/|msg\/|live$|home\/(figures|course|stations)$|device\/station\/list_by_investor$)/

const calls = callsOf(world.server)

interface Subject {
  name: string
  browser: Browser
  /** Everything when null; nobody when absent. */
  permissions?: ReadonlySet<string> | null
  isGuest?: true
  isInvestor?: true
  /** Sees only what is assigned: what concerns all of the company is of no use to them, whatever they were granted. */
  isLimited?: true
}

let home: string
const subjects: Subject[] = []
/** Name of a record's resource → ids in the home tenant. */
const theirs = new Map<string, string>()

beforeAll(async () => {
  home = (await aTenant(world.db, { code: 'home', isHome: true, profile: 'demo' })).tenantId
  await world.db.platform(tx =>
    world.identity.prepareDemoTenant(tx, { tenantId: home, dataFolder: folder, permissions: world.permissions }),
  )
  const bare = await aRole(world.db, home, { code: 'bare' })
  const { loginName } = await aUser(world.db, home, { password: PASSWORD, roleIds: [bare] })
  const passwords = new Map(
    readFileSync(join(folder, 'demo-passwords.txt'), 'utf8')
      .split('\n')
      .map(line => line.split(/\s+/) as [string, string]),
  )
  passwords.set(loginName, PASSWORD)
  const held = await world.db.platform(tx =>
    tx.query(
      { code: col.text, permissions: col.texts },
      'select code, permissions from identity_role where tenant_id = $1',
      [home],
    ),
  )
  const given = (role: string) => new Set(held.find(one => one.code === role)?.permissions)
  subjects.push({ name: 'anonymous', browser: world.browser('10.0.0.1') })
  const people: [login: string, rest: Omit<Subject, 'name' | 'browser'>][] = [
    ['chenjing', { permissions: null }],
    ['zhangwei', { permissions: given('operations'), isLimited: true }],
    ['lina', { permissions: given('finance') }],
    ['hejun', { permissions: given('maintenance') }],
    ['wangfang', { permissions: given('support') }],
    ['sunhao', { permissions: given('vip'), isInvestor: true, isLimited: true }],
    [loginName, { permissions: new Set() }],
  ]
  for (const [login, rest] of people) {
    const browser = world.browser(`10.0.1.${subjects.length}`)
    const answer = await browser.signIn(login, passwords.get(login) ?? '')
    if (!answer.success) throw new Error(`${login}: ${answer.text}`)
    subjects.push({ name: login, browser, ...rest })
  }
  const guest = world.browser('10.0.2.1')
  if (!(await guest.post('/api/security/freetry')).success) throw new Error('no guest')
  const [role] = await world.db.platform(tx =>
    tx.query(
      { permissions: col.texts },
      "select permissions from identity_role where tenant_id = $1 and code = 'guest'",
      [home],
    ),
  )
  subjects.push({ name: 'guest', browser: guest, permissions: new Set(role?.permissions), isGuest: true })

  // One record of everything, and what each points at.
  const desk = await testServer({ modules: world.modules, db: world.db })
  const records = new Records({ ...world, server: desk }, callerWith({ tenantId: home }))
  for (const { resource } of world.served) theirs.set(resource.name, await records.target(resource.name))
  await desk.close()
}, 120_000)

/** What the answer has to be, from the declaration of the route and what the subject was given. */
function expected({ route }: Called, { permissions, isGuest, isInvestor }: Subject): 'open' | 401 | 403 {
  const { access, path, work } = route
  if (access === 'public') return 'open'
  if (permissions === undefined) return 401
  // Saving without an id is making: the route learns only from its input which permission that takes.
  const saved = world.served.find(
    ({ resource, aliases = {} }) =>
      path === `/api/${resource.path}/save` || aliases[path.slice('/api/'.length)] === 'save',
  )
  if (saved) {
    if (permissions !== null && !permissions.has(`${saved.resource.name}:create`)) return 403
  } else if (access === 'signed-in') {
    if (isInvestor && !OWN.test(path)) return 403
  } else if (permissions !== null && !permissions.has(access)) return 403
  const isRead = work === 'raw' ? route.guests === true : work === 'read'
  return isGuest && !isRead ? 403 : 'open'
}

test('every route × everybody: refused where it has to be, with the right word, open where it has to be', {
  timeout: 180_000,
}, async () => {
  const wrong: string[] = []
  const counts = new Map<string, [open: number, refused: number]>()
  for (const subject of subjects) {
    const count: [number, number] = [0, 0]
    const handle = subject.browser.cookies.get('Admin-Token') ?? 'nobody'
    for (const call of calls) {
      const { route, method } = call
      const want = expected(call, subject)
      if (want === 'open' && APART.test(route.path)) continue
      const answer = await subject.browser.send(method, route.path, pathInputs(route.path), {
        headers: { 'x-token': handle, 'idempotency-key': newId() },
      })
      const is = [401, 403].includes(answer.status) && isAboutAccess(answer.code) ? answer.status : 'open'
      if (is !== want || answer.status >= 500)
        wrong.push(`${subject.name}: ${method} ${route.path} answered ${answer.status} ${answer.code}, not ${want}`)
      count[want === 'open' ? 0 : 1]++
    }
    counts.set(subject.name, count)
  }
  console.log(
    `matrix: ${calls.length} calls; open and refused: ${[...counts].map(([name, [open, refused]]) => `${name} ${open}/${refused}`).join(', ')}`,
  )
  expect(wrong).toEqual([])
})

/** A refusal about who asks; others with the same status are about what was asked (a wrong code, a free try that is off). */
const isAboutAccess = (code: string) =>
  /^(kernel\.(forbidden|readOnly)|identity\.(notSignedIn|signedOut)|500(08|12|14)|1000)$/.test(code)

test('to the administrator of another tenant a foreign id is an id that does not exist, and nothing of theirs changes', {
  timeout: 180_000,
}, async () => {
  const other = await aTenant(world.db, { code: 'other' })
  const { loginName } = await aUser(world.db, other.tenantId, { password: PASSWORD, roleIds: [other.roleIds.admin] })
  const browser = world.browser('10.0.3.1')
  expect(await browser.signIn(`${loginName}@other`, PASSWORD)).toMatchObject({ success: true })
  const handle = browser.cookies.get('Admin-Token') ?? ''
  const before = await fingerprint(world.db, home)
  const wrong: string[] = []
  const seen = new Map<number, number>()
  const leaks = await canaries(home)
  const ask = async ({ route, method }: Called, input: Record<string, unknown>) => {
    const answer = await browser.send(method, route.path, input, {
      headers: { 'x-token': handle, 'idempotency-key': newId() },
    })
    for (const canary of leaks) if (answer.text.includes(canary)) wrong.push(`${route.path} says ${canary}`)
    return answer
  }
  for (const call of calls) {
    const { route, method } = call
    if (APART.test(route.path) || route.access === 'public') continue
    for (const { key, isList, rest } of idInputs(call)) {
      const ids = meantResources(world, call, key).map(({ resource }) => theirs.get(resource.name) ?? '')
      // What a missing id answers does not hang on which record is asked for beside it.
      const missing = newId()
      const nothing = await ask(call, { ...rest, [key]: isList ? [missing] : missing })
      for (const id of ids) {
        const foreign = await ask(call, { ...rest, [key]: isList ? [id] : id })
        seen.set(foreign.status, (seen.get(foreign.status) ?? 0) + 1)
        // Wrong passwords are counted by person, whatever they are given for: this says nothing about the id.
        if (foreign.status === 429 && foreign.code === 'identity.tooManyTries') continue
        const face = (answer: typeof foreign, of: string) =>
          `${answer.status} ${answer.text
            .replaceAll(of, 'ID')
            .replace(/"requestId":"[^"]*"/, '')
            .replace(/\d{13}/g, 'TIME')}`
        // A list that finds nothing may carry a moment; made ids are its only other difference.
        const [a, b] = [face(foreign, id), face(nothing, missing)].map(text => text.replace(/[0-9a-f-]{36}/g, 'ID'))
        if (a !== b)
          wrong.push(`${method} ${route.path} ${key}: ${a?.slice(0, 200)} but for a missing one ${b?.slice(0, 200)}`)
      }
    }
  }
  console.log(
    `matrix: answers to foreign ids by status: ${[...seen].map(([status, n]) => `${status} ×${n}`).join(', ')}`,
  )
  expect(seen.get(404) ?? 0).toBeGreaterThan(50)
  expect(wrong).toEqual([])
  const after = await fingerprint(world.db, home)
  expect(after).toEqual(before)
})

/** Texts that only the home tenant's rows hold. */
async function canaries(tenantId: string): Promise<string[]> {
  const rows = await world.db.platform(tx =>
    tx.query(
      { text: col.text },
      `select display_name as text from identity_user where tenant_id = $1
       union select name from assets_station where tenant_id = $1
       union select contact from identity_office where tenant_id = $1 and contact is not null`,
      [tenantId],
    ),
  )
  expect(rows.length).toBeGreaterThan(8)
  // What is all digits stands in ids and instants by chance.
  return rows.map(row => row.text).filter(text => text.length > 1 && !/^[0-9a-f]+$/.test(text))
}

test('pages: what the server counts for somebody is what their console opens, and what it closes no call of it answers', async () => {
  const rules: PageRules = Object.assign({}, ...world.modules.map(({ pages }) => pages ?? {}))
  const built = CONTRACT_ROUTES.filter(route => rules[route.path] !== undefined)
  expect(built.length).toBeGreaterThan(8)
  const ofWholeTenant = new Set<string>(
    world.served.flatMap(({ resource }) => (resource.scope === 'wholeTenant' ? resource.permissions : [])),
  )
  const wrong: string[] = []
  for (const { name, browser, permissions, isLimited } of subjects) {
    if (permissions === undefined) continue
    const me = (await browser.get('/api/employee/me')).data as Visitor & { permissions: string[] }
    const roles = me.roles.filter(role => role !== 'adminRole' && !role.includes(':'))
    // They are all people of the home tenant.
    const held = permissions === null ? ['*'] : [...permissions]
    const usable = new Set(isLimited ? held.filter(one => !ofWholeTenant.has(one)) : held)
    const open = new Set(openPages(rules, { roles, usable, isPlatform: true }))
    for (const route of built) {
      if (isAllowed(route, me) !== open.has(route.path)) wrong.push(`${name}: ${route.path}`)
      if (open.has(route.path)) continue
      // A hand-typed address shows nothing: the lists its rule names are refused.
      for (const permission of rules[route.path]?.anyOf ?? []) {
        const served = world.served.find(({ resource }) => permission === `${resource.name}:read`)
        if (!served) continue
        const { status } = await browser.post(`/api/${served.resource.path}/list`)
        if (status !== 403) wrong.push(`${name}: ${route.path} is closed, yet its list answers ${status}`)
      }
    }
  }
  expect(wrong).toEqual([])
  const asked = Object.values(rules).flatMap(rule => rule.anyOf ?? [])
  expect(asked.filter(permission => !world.permissions.includes(permission))).toEqual([])
})
