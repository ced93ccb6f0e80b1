import { type Database, type Letter, type LetterPost, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SaidInvitation } from '../../contract/index.ts'
import { aRole, aSignedIn, aTenant, aUser, type Browser, signInServer, type SignInServer } from '../../testing/index.ts'

const NEW = 'sunny morning at the depot'
const HOUR = 3_600_000
const GONE = { status: 404, code: 'identity.invitationGone' }
const TIDY = 'identity.tidy'

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let posted: Letter[]
let admin: Browser
let adminId: string
let network = 0
let serial = 0

beforeAll(async () => {
  db = await testDatabase()
  const made = await aTenant(db, { code: 'home', isHome: true, name: '绿途充电' })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
})
beforeEach(async () => {
  posted = []
  const letters: LetterPost = {
    async post(tx, _tenantId, letter) {
      posted.push(letter)
      const [person] = await tx.query({ email: col.text.orNull }, 'select email from identity_user where id = $1', [
        letter.personId,
      ])
      return person?.email ? ['mail'] : []
    },
  }
  server = await signInServer({ db, letters })
  const person = await aSignedIn(server, db, tenantId, { roleIds: [adminRole], displayName: '陈主任', ip: address() })
  adminId = person.id
  admin = person.browser
})
afterAll(() => db.close())

const address = () => `10.8.${++network % 250}.7`
const stranger = () => server.browser(address())
async function opened(name: string, password: string): Promise<Browser> {
  const browser = stranger()
  expect((await browser.signIn(name, password)).success).toBe(true)
  return browser
}
/** Somebody with the permissions given and nothing else. */
async function clerk(permissions: readonly string[]): Promise<{ id: string; browser: Browser }> {
  const role = await aRole(db, tenantId, { permissions })
  return aSignedIn(server, db, tenantId, { roleIds: [role], ip: address() })
}
/** The administrator of another company. */
async function boss(code: string): Promise<{ tenantId: string; browser: Browser }> {
  const { tenantId: of, roleIds } = await aTenant(db, { code })
  return { tenantId: of, ...(await aSignedIn(server, db, of, { roleIds: [roleIds.admin], code, ip: address() })) }
}
async function employee(over: Record<string, unknown> = {}, as = admin) {
  const loginName = `new${++serial}${Date.now().toString(36)}`
  const answer = await as.post('/api/sys/user/save', { loginName, displayName: '周敏', language: 'zh', ...over })
  expect(answer).toMatchObject({ success: true })
  return answer.data as { id: string; loginName: string; signInState: string; version: number; can: string[] }
}
const inviting = (ids: string | string[], as = admin) =>
  as.post('/api/sys/user/invite', Array.isArray(ids) ? { ids } : { id: ids })
async function invited(id: string, as = admin): Promise<SaidInvitation> {
  const answer = await inviting(id, as)
  expect(answer).toMatchObject({ success: true })
  return answer.data.list[0]
}
const secretIn = ({ path }: { path: string }) => path.replace('/login#invitation=', '')
const look = (invitation: string) => stranger().post('/api/user/invitation/look', { invitation })
const accept = (invitation: string, over: Record<string, unknown> = {}) =>
  stranger().post('/api/user/invitation/accept', { invitation, newPassword: NEW, checkPass: NEW, ...over })
const record = async (id: string) => (await admin.post('/api/sys/user/get', { id })).data
async function tidy(): Promise<void> {
  const job = server.identity.module.jobs?.find(one => one.name === TIDY)
  await job?.run({ db, signal: new AbortController().signal } as Parameters<typeof job.run>[0])
}

describe('an invitation', () => {
  test('is made, waits in the list, is looked at, accepted, and the person signs in', async () => {
    const { id, loginName, signInState, can } = await employee()
    expect(signInState).toBe('none')
    expect(can).toContain('invite')
    const said = await invited(id)
    expect(said).toMatchObject({ name: '周敏', username: loginName, sentBy: [] })
    expect(said.expiresAt).toBe(server.clock.now() + 72 * HOUR)
    const { data } = await admin.post('/api/sys/user/list', { filter: { signInState: 'invited' }, pageSize: 100 })
    expect(data.list.find((one: { id: string }) => one.id === id)).toMatchObject({
      signInState: 'invited',
      can: expect.arrayContaining(['invite', 'withdrawInvitation']),
    })
    expect(await record(id)).toMatchObject({ invitedUntil: said.expiresAt })
    expect((await look(secretIn(said))).data).toEqual({
      displayName: '周敏',
      username: loginName,
      company: '绿途充电',
      expiresAt: said.expiresAt,
      passwordStrength: { minLength: 6, kinds: 1 },
    })
    expect((await accept(secretIn(said))).data).toEqual({ username: loginName })
    const browser = await opened(loginName, NEW)
    expect((await browser.get('/api/employee/me')).data.mustChangePassword).toBe(false)
    const after = await record(id)
    expect(after).toMatchObject({ signInState: 'ready', invitedUntil: null })
    expect(after.can).not.toContain('invite')
    expect(after.can).not.toContain('withdrawInvitation')
  })

  test('ends when the mail or the phone it went to is changed', async () => {
    for (const to of [{ email: 'right@b.example' }, { phone: '13800138001' }]) {
      const { id } = await employee({ email: 'wrong@b.example', phone: '13800138000' })
      const secret = secretIn(await invited(id))
      const { version } = await record(id)
      expect((await admin.post('/api/sys/user/save', { id, version, ...to })).success).toBe(true)
      expect(await look(secret)).toMatchObject(GONE)
      expect(await record(id)).toMatchObject({ signInState: 'none', invitedUntil: null })
    }
  })

  test('is good once, also of two at the same moment', async () => {
    const { id } = await employee()
    const secret = secretIn(await invited(id))
    const both = await Promise.all([accept(secret), accept(secret, { newPassword: `${NEW}!`, checkPass: `${NEW}!` })])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
    expect(await accept(secret)).toMatchObject(GONE)
    expect(await look(secret)).toMatchObject(GONE)
  })

  test('runs out after 72 hours, and the list says so once it was tidied', async () => {
    const { id } = await employee()
    const secret = secretIn(await invited(id))
    server.clock.advance(72 * HOUR - 1)
    expect((await look(secret)).success).toBe(true)
    server.clock.advance(1)
    expect(await look(secret)).toMatchObject(GONE)
    expect(await accept(secret)).toMatchObject(GONE)
    await tidy()
    const [row] = await db.platform(tx =>
      tx.query('select sign_in_state, invited_until_at from identity_user where id = $1', [id]),
    )
    expect(row).toEqual({ sign_in_state: 'none', invited_until_at: null })
    expect(await db.platform(tx => tx.query('select 1 from identity_invitation where user_id = $1', [id]))).toEqual([])
  })

  test('a second one ends the first; taken back neither is worth anything', async () => {
    const { id } = await employee()
    const first = secretIn(await invited(id))
    const second = secretIn(await invited(id))
    expect(await accept(first)).toMatchObject(GONE)
    expect((await look(second)).success).toBe(true)
    expect((await admin.post('/api/sys/user/withdrawInvitation', { id })).success).toBe(true)
    expect(await accept(second)).toMatchObject(GONE)
    expect(await record(id)).toMatchObject({ signInState: 'none', invitedUntil: null })
    expect((await admin.post('/api/sys/user/withdrawInvitation', { id })).success).toBe(false)
  })

  test('what is not a link, or belongs to nobody, gets the same answer', async () => {
    for (const junk of ['', 'x', 'a'.repeat(43), 'a'.repeat(200), '%00', "' or 1=1 --".padEnd(43, 'A')]) {
      expect(await look(junk)).toMatchObject(GONE)
      expect(await accept(junk)).toMatchObject(GONE)
    }
    expect((await look('a'.repeat(201))).code).toBe('kernel.invalid')
  })

  test('a password that breaks the rules is said at its field and costs nothing', async () => {
    const { id, loginName } = await employee()
    const secret = secretIn(await invited(id))
    const wrong = async (newPassword: string, checkPass = newPassword) =>
      (await accept(secret, { newPassword, checkPass })).data.fields
    expect(await wrong('')).toEqual({ newPassword: '请输入新密码!' })
    expect(await wrong('12345')).toEqual({ newPassword: '密码小于6个字符' })
    expect(await wrong(NEW, 'other')).toEqual({ checkPass: '输入的密码不一致!' })
    expect(await wrong(`${loginName}-1`)).toEqual({ newPassword: '密码不能包含账号或姓名' })
    expect((await accept(secret)).success).toBe(true)
  })

  test('the tenant’s own rules hold for the first password, and are said beside it', async () => {
    const { tenantId: strict, browser } = await boss('strict')
    const { id } = await employee({}, browser)
    const secret = secretIn(await invited(id, browser))
    await db.platform(tx =>
      tx.execute('update identity_tenant set password_length = 14, password_kinds = 2 where tenant_id = $1', [strict]),
    )
    expect((await look(secret)).data.passwordStrength).toEqual({ minLength: 14, kinds: 2 })
    const refused = async (newPassword: string) =>
      (await accept(secret, { newPassword, checkPass: newPassword })).data.fields
    expect(await refused('too short 77')).toEqual({ newPassword: '密码至少 14 个字符' })
    expect(Object.keys(await refused('onlysmalletters'))).toEqual(['newPassword'])
    expect((await accept(secret)).success).toBe(true)
  })

  test('goes out with the letter: whom, from whom, until when; the secret is in no table and no history', async () => {
    const { id, loginName } = await employee({ email: 'zhou@example.cn' })
    const said = await invited(id)
    expect(said.sentBy).toEqual(['mail'])
    expect(posted).toEqual([
      {
        kind: 'identity.invitation',
        personId: id,
        params: { company: '绿途充电', inviter: '陈主任', username: loginName, until: '2026-11-23 16:00' },
        secrets: {},
        path: said.path,
        until: said.expiresAt,
      },
    ])
    const everything = await db.platform(tx =>
      tx.query(
        { text: col.text },
        `select json_agg(a)::text || (select coalesce(json_agg(i)::text, '') from kernel_idempotency i)
           || (select json_agg(u)::text from identity_user u) || (select json_agg(v)::text from identity_invitation v) as text from kernel_audit a`,
      ),
    )
    expect(everything[0]?.text).not.toContain(secretIn(said))
    await accept(secretIn(said))
    const actions = await db.platform(tx =>
      tx.query({ action: col.text }, 'select action from kernel_audit where record_id = $1 order by id', [id]),
    )
    expect(actions.map(one => one.action)).toEqual(['create', 'invite', 'accept-invitation'])
  })

  test('of a tenant that is not home the name to sign in with carries its code', async () => {
    const { browser } = await boss('away')
    const { id, loginName: name } = await employee({}, browser)
    const said = await invited(id, browser)
    expect(said.username).toBe(`${name}@away`)
    await accept(secretIn(said))
    await opened(`${name}@away`, NEW)
  })
})

describe('who may invite whom', () => {
  const MAY = ['identity.user:read', 'identity.user:create', 'identity.user:update', 'identity.user:invite']

  test('it takes the permission, and somebody who has a password, is barred or is oneself cannot be invited', async () => {
    const { id } = await employee()
    expect(await inviting(id, (await clerk(MAY.slice(0, 3))).browser)).toMatchObject({ status: 403 })
    expect((await inviting(id, (await clerk(MAY)).browser)).success).toBe(true)
    expect((await inviting(adminId)).success).toBe(false)
    const { id: other } = await aUser(db, tenantId)
    expect((await inviting(other)).success).toBe(false)
    const barred = await employee()
    await admin.post('/api/sys/user/disable', { id: barred.id })
    expect((await inviting(barred.id)).success).toBe(false)
  })

  test('nobody makes a link to rights they do not have', async () => {
    const chief = await employee({ roleIds: [adminRole] })
    expect(await inviting(chief.id, (await clerk(MAY)).browser)).toMatchObject({ status: 403 })
    expect(posted).toEqual([])
    expect(await record(chief.id)).toMatchObject({ signInState: 'none' })
  })

  test('of another tenant they are nobody, and of several with one of them no link is made', async () => {
    const made = await aTenant(db)
    const foreign = await aUser(db, made.tenantId, {})
    await db.platform(tx => tx.execute('update identity_user set password_hash = null where id = $1', [foreign.id]))
    const own = await employee()
    expect(await inviting(foreign.id)).toMatchObject({ status: 404 })
    expect((await inviting([own.id, foreign.id])).success).toBe(false)
    expect(await record(own.id)).toMatchObject({ signInState: 'none' })
    expect(posted).toEqual([])
  })

  test('fifty at once get a link each', async () => {
    const ids: string[] = []
    for (let i = 0; i < 50; i++) ids.push((await employee()).id)
    const { data } = await inviting(ids)
    expect(new Set(data.list.map((one: SaidInvitation) => one.path)).size).toBe(50)
    expect(data.list.map((one: SaidInvitation) => one.id).toSorted()).toEqual(ids.toSorted())
  })

  test('more rights given by somebody else end the link; given by who made it, it stays', async () => {
    const { browser: helper } = await clerk(MAY)
    const one = await employee()
    const secret = secretIn(await invited(one.id, helper))
    const saved = await admin.post('/api/sys/user/save', { id: one.id, version: one.version, roleIds: [adminRole] })
    expect(saved.success).toBe(true)
    expect(await accept(secret)).toMatchObject(GONE)
    expect(await record(one.id)).toMatchObject({ signInState: 'none' })
    const two = await employee()
    const own = secretIn(await invited(two.id))
    await admin.post('/api/sys/user/save', { id: two.id, version: two.version, roleIds: [adminRole] })
    expect((await accept(own)).success).toBe(true)
  })

  test('who made the link is barred: it is worth nothing at once', async () => {
    const { id: helperId, browser } = await clerk(MAY)
    const { id } = await employee()
    const secret = secretIn(await invited(id, browser))
    await admin.post('/api/sys/user/disable', { id: helperId })
    expect(await accept(secret)).toMatchObject(GONE)
    await tidy()
    expect(await record(id)).toMatchObject({ signInState: 'none' })
  })

  test('the invited is barred, or given a password by hand: the link is worth nothing', async () => {
    const one = await employee()
    const secret = secretIn(await invited(one.id))
    await admin.post('/api/sys/user/disable', { id: one.id })
    expect(await accept(secret)).toMatchObject(GONE)
    await admin.post('/api/sys/user/enable', { id: one.id })
    expect(await accept(secret)).toMatchObject(GONE)
    const two = await employee()
    const other = secretIn(await invited(two.id))
    expect((await admin.post('/api/sys/user/setPassword', { id: two.id, password: 'given by hand 77' })).success).toBe(
      true,
    )
    expect(await accept(other)).toMatchObject(GONE)
    await opened(two.loginName, 'given by hand 77')
    expect(await record(two.id)).toMatchObject({ signInState: 'ready', invitedUntil: null })
  })

  test('a suspended tenant lets nobody in by a link', async () => {
    const { browser } = await boss('asleep')
    const { id } = await employee({}, browser)
    const secret = secretIn(await invited(id, browser))
    await db.platform(tx => tx.execute("update identity_tenant set status = 'suspended' where code = 'asleep'"))
    expect(await accept(secret)).toMatchObject(GONE)
  })

  test('one address asks ten times a minute, then waits', async () => {
    const one = server.browser('10.9.9.9')
    for (let i = 0; i < 10; i++)
      expect(await one.post('/api/user/invitation/look', { invitation: 'x' })).toMatchObject(GONE)
    expect(await one.post('/api/user/invitation/look', { invitation: 'x' })).toMatchObject({ status: 429 })
  })
})
