import { type Database, col } from '@wattyard/server-kit'
import { testDatabase } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aRole,
  aTenant,
  aUser,
  type Browser,
  encryptedPassword,
  passPicture,
  type SignInServer,
  signInServer,
} from '../../testing/index.ts'

const PASSWORD = 'a passphrase for tests'
const DAY = 24 * 3_600_000

let db: Database
let server: SignInServer
let tenantId: string
let adminRole: string
let clerkRole: string
let boss: Browser
let serial = 0

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(async () => {
  await db.platform(tx => tx.execute('update identity_tenant set is_home = false'))
  const made = await aTenant(db, { isHome: true })
  tenantId = made.tenantId
  adminRole = made.roleIds.admin
  clerkRole = await aRole(db, tenantId, { permissions: ['assets.station:read'] })
  server = await signInServer({ db })
  boss = await signedIn([adminRole])
})
afterAll(() => db.close())

const stranger = () => server.browser(`10.6.${Math.floor(++serial / 250)}.${serial % 250}`)
async function signedIn(roleIds: readonly string[], tenant = tenantId, suffix = ''): Promise<Browser> {
  const { loginName } = await aUser(db, tenant, { password: PASSWORD, roleIds })
  const browser = stranger()
  expect((await browser.signIn(`${loginName}${suffix}`, PASSWORD)).success).toBe(true)
  return browser
}
const person = (over: Record<string, unknown> = {}) => {
  const number = ++serial
  return {
    loginName: `new-${number}`,
    displayName: '王小明',
    phone: `139${String(number).padStart(8, '0')}`,
    password: 'a wished passphrase',
    ...over,
  }
}
async function apply(over: Record<string, unknown> = {}, from = stranger()) {
  await passPicture(server, from)
  const answer = await from.post('/api/user/registe', person(over))
  await server.identity.flush()
  return answer
}
const list = async (from = boss): Promise<Record<string, unknown>[]> =>
  (await from.post('/api/sys/registration/list')).data.list
const approve = (id: unknown, roleIds: readonly string[] = [clerkRole], from = boss, over = {}) =>
  from.post('/api/sys/registration/approve', { id, roleIds, ...over })
const CONSTANT = { status: 200, success: true, msg: '', code: '0', data: null }

describe('applying', () => {
  test('waits for an administrator; until then nobody signs in by it, afterwards with the wished password', async () => {
    expect(await apply({ loginName: 'Xiaoming', email: 'a@b.example', note: '财务部新同事' })).toMatchObject(CONSTANT)
    const [given] = await list()
    expect(given).toMatchObject({
      loginName: 'Xiaoming',
      displayName: '王小明',
      state: 'waiting',
      note: '财务部新同事',
    })
    expect(given?.can).toEqual(['approve', 'reject'])
    expect(given?.expiresAt).toBe(server.clock.now() + 14 * DAY)
    expect(JSON.stringify(given)).not.toContain('argon2')
    expect((await stranger().signIn('Xiaoming', 'a wished passphrase')).code).toBe('identity.signInFailed')
    const { data } = await approve(given?.id)
    const browser = stranger()
    expect((await browser.signIn('xiaoming', 'a wished passphrase')).success).toBe(true)
    const me = (await browser.get('/api/employee/me')).data
    expect(me).toMatchObject({
      permissions: ['assets.station:read'],
      user: { recordId: data.userId, email: 'a@b.example' },
    })
    expect((await list())[0]).toMatchObject({ state: 'approved', user: data.userId, can: [] })
    expect(await approve(given?.id)).toMatchObject({ code: 'kernel.notAllowedNow' })
  })

  test('the password travels as at sign-in, and is nowhere in the audit', async () => {
    const browser = stranger()
    await passPicture(server, browser)
    const { key, id } = await browser.loginKey()
    const sealed = {
      password: encryptedPassword(key, 'a wished passphrase'),
      checkPass: encryptedPassword(key, 'a wished passphrase'),
      key: id,
    }
    expect(await browser.post('/api/user/registe', person({ loginName: 'sealed', ...sealed }))).toMatchObject(CONSTANT)
    await server.identity.flush()
    await approve((await list())[0]?.id)
    expect((await stranger().signIn('sealed', 'a wished passphrase')).success).toBe(true)
    const [row] = await db.platform(tx =>
      tx.query(
        { text: col.text, hashes: col.bigint },
        `select json_agg(a)::text as text, (select count(*) from identity_registration where tenant_id = $1 and password_hash is not null) as hashes
         from kernel_audit a where tenant_id = $1`,
        [tenantId],
      ),
    )
    expect(row?.text).not.toMatch(/wished|argon2/)
    expect(row?.text).toContain('"action":"apply"')
    expect(row?.hashes).toBe(0n)
  })

  test('the answer is the same whether name, company or an open door exist; only the first is stored', async () => {
    const known = await aUser(db, tenantId, { loginName: 'known' })
    const { tenantId: closed } = await aTenant(db, { code: 'closed', profile: 'production' })
    const bodies = await Promise.all(
      [{}, { loginName: known.loginName.toUpperCase() }, { tenant: 'nowhere' }, { tenant: 'CLOSED' }].map(
        async over => {
          const { status, text, requestId } = await apply(over)
          return `${status} ${text.replace(requestId, '')}`
        },
      ),
    )
    expect(new Set(bodies).size).toBe(1)
    const stored = await db.platform(tx =>
      tx.query('select 1 from identity_registration where tenant_id = any($1::uuid[])', [[tenantId, closed]]),
    )
    expect(stored).toHaveLength(1)
    const results = await db.platform(tx =>
      tx.query(
        { result: col.text },
        "select after->>'result' as result from kernel_audit where tenant_id = any($1::uuid[]) and action like 'apply%' order by id",
        [[tenantId, closed]],
      ),
    )
    expect(results.map(one => one.result).toSorted()).toEqual(['asked', 'closed', 'taken'])
  })

  test('nor does the time tell: the answer comes before anything is looked up', async () => {
    let held: Promise<void> | null = null
    const holding: Database = {
      ...db,
      async platform(run, options) {
        // What the call itself asks for goes by its own line; what comes after its answer waits here.
        if (held) await held
        return db.platform(run, options)
      },
    }
    const other = await signInServer({ db: holding })
    const browser = other.browser('10.5.0.1')
    await passPicture(other, browser)
    let release = () => {}
    held = new Promise(done => (release = done))
    expect(await browser.post('/api/user/registe', person({ loginName: 'later' }))).toMatchObject(CONSTANT)
    expect(await list()).toEqual([])
    release()
    await other.identity.flush()
    expect(await list()).toHaveLength(1)
  })

  test('what is wrong with a field is named, and costs no picture', async () => {
    const browser = stranger()
    await passPicture(server, browser)
    const wrong = async (over: Record<string, unknown>) => {
      const { data } = await browser.post('/api/user/registe', person(over))
      server.clock.advance(10_000)
      return data?.fields
    }
    expect(await wrong({ loginName: 'a b' })).toEqual({ loginName: expect.any(String) })
    expect(await wrong({ loginName: 'x' })).toEqual({
      loginName: '2 至 32 个字符，只能含文字、数字、点、下划线和连字符',
    })
    expect(await wrong({ phone: 'call me' })).toEqual({ phone: expect.stringContaining('13800138000') })
    expect(await wrong({ email: 'nobody' })).toEqual({ email: expect.stringContaining('name@example.com') })
    expect(await wrong({ password: '' })).toEqual({ password: '请输入新密码!' })
    expect(await wrong({ password: '12345' })).toEqual({ password: '密码小于6个字符' })
    expect(await wrong({ checkPass: 'another' })).toEqual({ checkPass: '输入的密码不一致!' })
    expect(await wrong({ loginName: 'zhangsan', password: 'zhangsan-2026' })).toEqual({
      password: '密码不能包含账号或姓名',
    })
    expect(await wrong({ roleIds: [adminRole] })).toEqual({ roleIds: '未知字段' })
    expect(await wrong({})).toBeUndefined()
  })

  test('takes a picture each time, ten a minute, and no pages of others', async () => {
    const browser = stranger()
    await browser.loginKey()
    const evil = { headers: { origin: 'https://evil.example' } }
    expect(await browser.post('/api/user/registe', person(), evil)).toMatchObject({ status: 403 })
    expect(await browser.post('/api/user/registe', person())).toMatchObject({ code: 'identity.pictureMissing' })
    await passPicture(server, browser)
    const both = await Promise.all([
      browser.post('/api/user/registe', person()),
      browser.post('/api/user/registe', person()),
    ])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
    for (let i = 0; i < 7; i++) await browser.post('/api/user/registe', person())
    expect(await browser.post('/api/user/registe', person())).toMatchObject({ status: 429 })
  })

  test('one waiting per name and phone, one of a phone and three of a network in a day', async () => {
    await apply({ loginName: 'first', phone: '13900000001' })
    await apply({ loginName: 'FIRST' })
    await apply({ phone: '+139-0000 0001' })
    expect(await list()).toHaveLength(1)
    await boss.post('/api/sys/registration/reject', { id: (await list())[0]?.id, reason: '不认识' })
    await apply({ phone: '13900000001' })
    expect(await list()).toHaveLength(1)
    server.clock.advance(DAY)
    boss = await signedIn([adminRole])
    await apply({ phone: '13900000001' })
    expect(await list()).toHaveLength(2)
    for (let i = 0; i < 5; i++) {
      await apply({}, server.browser('10.5.1.1'))
      server.clock.advance(30_000)
    }
    expect(await list()).toHaveLength(5)
  })

  test('of two at the same moment for one name one is stored', async () => {
    const both = [stranger(), stranger()]
    for (const one of both) await passPicture(server, one)
    await Promise.all(both.map(one => one.post('/api/user/registe', person({ loginName: 'twin' }))))
    await server.identity.flush()
    expect(await list()).toHaveLength(1)
  })

  test('runs out after fourteen days; its password goes at once, the rest after ninety more', async () => {
    await apply()
    const [given] = await list()
    server.clock.advance(14 * DAY)
    boss = await signedIn([adminRole])
    expect(await approve(given?.id)).toMatchObject({ code: 'identity.registrationOver' })
    const tidy = server.identity.module.jobs?.find(job => job.name === 'identity.tidy')
    const run = () => tidy?.run({ db, now: server.clock.now(), signal: new AbortController().signal })
    await run()
    expect((await list())[0]).toMatchObject({ state: 'expired', can: [] })
    const kept = await db.platform(tx =>
      tx.query('select 1 from identity_registration where tenant_id = $1 and password_hash is not null', [tenantId]),
    )
    expect(kept).toEqual([])
    server.clock.advance(90 * DAY + 1)
    await run()
    boss = await signedIn([adminRole])
    expect(await list()).toEqual([])
  })
})

describe('deciding', () => {
  test('nobody gives more than they have, nor decides without being allowed to make users', async () => {
    await apply()
    const [given] = await list()
    const rights = ['identity.registration:read', 'identity.registration:approve']
    const reader = await signedIn([await aRole(db, tenantId, { permissions: rights })])
    expect(await approve(given?.id, [clerkRole], reader)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
    const maker = await signedIn([await aRole(db, tenantId, { permissions: [...rights, 'identity.user:create'] })])
    expect(await approve(given?.id, [adminRole], maker)).toMatchObject({ code: 'identity.beyondOwnRights' })
    expect(await approve(given?.id, [clerkRole], maker)).toMatchObject({ code: 'identity.beyondOwnRights' })
    const narrow = await aRole(db, tenantId, {
      permissions: [...rights, 'identity.user:create', 'assets.station:read'],
      rowScope: 'assigned',
    })
    const assigned = await aRole(db, tenantId, { permissions: ['assets.station:read'], rowScope: 'assigned' })
    const limited = await signedIn([narrow])
    expect((await approve(given?.id, [assigned], limited)).data.fields).toEqual({ office: '必填' })
    expect((await list())[0]?.state).toBe('waiting')
    const foreign = await aTenant(db, { code: `far${++serial}` })
    expect((await approve(given?.id, [foreign.roleIds.guest])).data.fields).toEqual({ roleIds: '找不到对应的记录' })
    expect((await approve(given?.id, [])).data.fields).toEqual({ roleIds: '必填' })
    expect((await approve(given?.id)).success).toBe(true)
  })

  test('a name that was given away meanwhile is refused, and the application goes on waiting', async () => {
    await apply({ loginName: 'wanted' })
    await aUser(db, tenantId, { loginName: 'wanted' })
    const [given] = await list()
    expect(await approve(given?.id)).toMatchObject({ code: 'identity.loginNameTaken' })
    expect((await list())[0]?.state).toBe('waiting')
  })

  test('a rejection has its reason, and makes nobody', async () => {
    await apply({ loginName: 'unwanted' })
    const [given] = await list()
    const reject = (reason: string) => boss.post('/api/sys/registration/reject', { id: given?.id, reason })
    expect((await reject('')).data.fields).toHaveProperty('reason')
    expect((await reject('不是本公司员工')).success).toBe(true)
    expect((await list())[0]).toMatchObject({ state: 'rejected', reason: '不是本公司员工', can: [] })
    expect((await stranger().signIn('unwanted', 'a wished passphrase')).success).toBe(false)
  })

  test('of two administrators at once one makes the account', async () => {
    await apply()
    const [given] = await list()
    const other = await signedIn([adminRole])
    const both = await Promise.all([approve(given?.id), approve(given?.id, [clerkRole], other)])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
  })
})

test('a company opens and closes the door itself; production begins closed', async () => {
  const strict = await aTenant(db, { code: `strict${++serial}`, profile: 'production' })
  const code = `@strict${serial}`
  const theirs = await signedIn([strict.roleIds.admin], strict.tenantId, code)
  const tenant = code.slice(1)
  await apply({ tenant })
  expect(await list(theirs)).toEqual([])
  const set = (registration: boolean) =>
    theirs.post('/api/sys/tenant/setRegistration', { id: strict.tenantId, registration })
  expect((await set(true)).success).toBe(true)
  await apply({ tenant: tenant.toUpperCase() })
  expect(await list(theirs)).toHaveLength(1)
  expect((await stranger().get('/api/public/info')).data.registration).toBe(true)
  await db.platform(tx => tx.execute('update identity_tenant set registration = false'))
  expect((await stranger().get('/api/public/info')).data.registration).toBe(false)
})
