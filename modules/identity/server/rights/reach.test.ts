import { type Caller, type DataScope, type Database, newId, col } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRole, aTenant, aUser, TEST_HASH_COST } from '../../testing/index.ts'
import type { Grant } from '../sessions/caller-of.ts'
import { createIdentity } from '../index.ts'
import { type Account, beyondReach, reachOf } from './reach.ts'

const OPERATORS = ['north', 'south', 'west']
/** Stations with the operator they belong to. */
const STATIONS: readonly (readonly [id: string, operator: string])[] = [
  ['n1', 'north'],
  ['n2', 'north'],
  ['s1', 'south'],
  ['w1', 'west'],
]
const INVESTORS = ['i1', 'i2']
const PERMISSIONS = ['a.b:read', 'a.b:save', 'c.d:read']

/** Rows as lists have them, asked of the scope by brute force: one for each station and investor. */
function rowsSeen({ operators, stations, investors }: DataScope): Set<string> {
  const seen = new Set<string>()
  for (const [station, operator] of STATIONS)
    for (const investor of INVESTORS) {
      const isSeen =
        (operators === null || operators.includes(operator)) &&
        (stations === null || stations.includes(station)) &&
        (investors === null || investors.includes(investor))
      if (isSeen) seen.add(`${station}/${investor}`)
    }
  return seen
}

const account: fc.Arbitrary<Account> = fc.record({
  user_type: fc.constantFrom('staff' as const, 'investor' as const),
  scope_operator_ids: fc.subarray(OPERATORS),
  scope_station_ids: fc.subarray(STATIONS.map(([id]) => id)),
  scope_investor_ids: fc.subarray(INVESTORS),
})
const grants: fc.Arbitrary<Grant[]> = fc.array(
  fc.record({
    code: fc.constantFrom('clerk', 'lead', 'admin'),
    permissions: fc.subarray(PERMISSIONS),
    rowScope: fc.constantFrom('tenant' as const, 'assigned' as const),
  }),
  { maxLength: 3 },
)
/** Of who has stations alone, the operators are those of the stations, as the database finds them. */
function inScope(one: Account): Account {
  if (one.scope_operator_ids.length > 0) return one
  const operators = STATIONS.filter(([id]) => one.scope_station_ids.includes(id)).map(([, operator]) => operator)
  return { ...one, scope_operator_ids: [...new Set(operators)] }
}
const person = fc.tuple(account, grants).map(([one, held]) => ({ reach: reachOf(inScope(one), held) }))

describe('whoever may act on an account', () => {
  test('could become its person, and would gain no permission and no row by it', () => {
    let allowed = 0
    fc.assert(
      fc.property(person, person, (caller, target) => {
        if (beyondReach(caller.reach, target.reach) !== null) return
        allowed++
        const has = (permission: string) =>
          caller.reach.permissions.has('*') || caller.reach.permissions.has(permission)
        expect([...target.reach.permissions].filter(permission => !has(permission))).toEqual([])
        const own = rowsSeen(caller.reach.scope)
        expect([...rowsSeen(target.reach.scope)].filter(row => !own.has(row))).toEqual([])
        // Who sees everything sees also what nobody was assigned yet.
        expect([caller.reach.scope.operators, 'limited']).toContainEqual(
          target.reach.scope.operators === null ? null : 'limited',
        )
      }),
      { numRuns: 5_000 },
    )
    expect(allowed).toBeGreaterThan(200)
  })

  test('reaches at least an account like their own, and one that sees nothing', () => {
    fc.assert(
      fc.property(person, ({ reach }) => {
        expect(beyondReach(reach, reach)).toBeNull()
        const nobody = { permissions: new Set<string>(), scope: { operators: [], stations: null, investors: null } }
        expect(beyondReach(reach, nobody)).toBeNull()
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('over HTTP', () => {
  let db: Database
  let server: TestServer
  let tenantId: string
  let office: string
  const stations = [newId(), newId()] as const
  const others = [newId(), newId()]
  let roles: { hr: string; staff: string; whole: string }
  const HR = ['identity.user:create', 'identity.user:update', 'identity.user:read', 'identity.user:delete']
  const ACTS = ['setPassword', 'resetFactor', 'signOut', 'invite', 'withdrawInvitation', 'disable', 'enable']
  const PERMITTED = [...HR, ...ACTS.map(act => `identity.user:${act}`), 'identity.user:import', 'identity.office:read']

  beforeAll(async () => {
    db = await testDatabase()
    ;({ tenantId } = await aTenant(db))
    const identity = createIdentity({
      db,
      secrets: { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) },
      version: '0',
      hashCost: TEST_HASH_COST,
      profile: 'demo',
    })
    identity.registerPermissions(PERMITTED)
    server = await testServer({ db, modules: [identity.module] })
    const made = await server.call(
      '/api/sys/office/save',
      { code: 'NORTH', name: 'North', kind: 'operator' },
      { as: callerWith({ tenantId }) },
    )
    office = made.data.id
    roles = {
      hr: await aRole(db, tenantId, { permissions: PERMITTED, rowScope: 'assigned' }),
      staff: await aRole(db, tenantId, { permissions: ['identity.user:read'], rowScope: 'assigned' }),
      whole: await aRole(db, tenantId, { permissions: ['identity.user:read'], rowScope: 'tenant' }),
    }
  })
  afterAll(async () => {
    await server.close()
    await db.close()
  })

  const hrOf = async (stationIds: readonly string[] = []): Promise<Caller> => {
    const { id } = await aUser(db, tenantId, {
      roleIds: [roles.hr],
      officeId: office,
      operatorIds: [office],
      stationIds,
    })
    const scope = { operators: [office], stations: stationIds.length ? stationIds : null, investors: null }
    return callerWith({ tenantId, userId: id, permissions: PERMITTED, roles: ['hr'], scope })
  }
  let serial = 0
  const call = (act: string, input: Record<string, unknown>, as: Caller) =>
    server.call(`/api/sys/user/${act}`, input, { as })
  const newPerson = (over: Record<string, unknown>) => ({
    loginName: `person${++serial}`,
    displayName: '王五',
    userType: 'staff',
    status: 'active',
    language: 'zh',
    office,
    roleIds: [roles.staff],
    ...over,
  })
  const beyond = { status: 403, code: 'identity.beyondOwnScope' }

  test('a colleague of the same office and role who is assigned more operators is beyond every act', async () => {
    const hr = await hrOf()
    const { id } = await aUser(db, tenantId, {
      roleIds: [roles.hr],
      officeId: office,
      operatorIds: [office, ...others],
    })
    expect((await call('list', { pageSize: 200 }, hr)).data.list.map((row: { id: string }) => row.id)).toContain(id)
    expect((await call('get', { id }, hr)).data.can).toEqual([])
    const acts: [string, Record<string, unknown>][] = [
      ['setPassword', { id, password: 'a perfectly long one' }],
      ['resetFactor', { id }],
      ['signOut', { ids: [id] }],
      ['invite', { ids: [id] }],
      ['withdrawInvitation', { ids: [id] }],
      ['disable', { ids: [id] }],
      ['enable', { ids: [id] }],
      ['save', { id, displayName: 'x' }],
      ['save', { id, scopeOperatorIds: [office] }],
      ['del', { id }],
      ['session/list', { id }],
      ['session/revoke', { id, session: newId() }],
      ['resetCode', { id }],
    ]
    for (const [act, input] of acts) {
      const { status, code } = await call(act, input, hr)
      // What does not fit the account's state is refused before anybody looks whose it is.
      const unfit = ['invite', 'withdrawInvitation', 'enable'].includes(act) ? ['200 kernel.notAllowedNow'] : []
      expect(['403 identity.beyondOwnScope', ...unfit], act).toContain(`${status} ${code}`)
    }
  })

  test('somebody of one station makes nobody of the whole operator, nor widens anybody to it', async () => {
    const hr = await hrOf([stations[0]])
    const wide = { scopeOperatorIds: [office], scopeStationIds: [] }
    expect((await call('save', newPerson(wide), hr)).status).toBe(403)
    expect((await call('save', newPerson({ ...wide, roleIds: [roles.whole] }), hr)).status).toBe(403)
    const { id } = await aUser(db, tenantId, {
      roleIds: [roles.staff],
      officeId: office,
      operatorIds: [office],
      stationIds: [stations[0]],
    })
    expect((await call('save', { id, displayName: '李四' }, hr)).success).toBe(true)
    expect((await call('save', { id, scopeStationIds: [] }, hr)).status).toBe(403)
    expect(await call('save', { id, roleIds: [roles.whole] }, hr)).toMatchObject(beyond)
    const [row] = await db.platform(tx =>
      tx.query(
        { role_ids: col.uuids, scope_station_ids: col.uuids },
        'select role_ids, scope_station_ids from identity_user where id = $1',
        [id],
      ),
    )
    expect(row).toEqual({ role_ids: [roles.staff], scope_station_ids: [stations[0]] })
  })

  test('somebody of one operator gives away one of its stations or all of it, and nothing of others', async () => {
    const hr = await hrOf()
    expect(await call('save', newPerson({ scopeOperatorIds: [office] }), hr)).toMatchObject({ success: true })
    expect(await call('save', newPerson({ roleIds: [roles.whole] }), hr)).toMatchObject(beyond)
    expect((await call('save', newPerson({ scopeOperatorIds: [office, others[0]] }), hr)).success).toBe(false)
    const rows = [{ line: 2, values: { loginName: `person${++serial}`, displayName: 'x', roleIds: roles.whole } }]
    const imported = await call('import', { rows }, hr)
    expect(imported.data).not.toMatchObject({ accepted: 1 })
  })

  test('a link that was seen by somebody who reaches the account no more opens nothing', async () => {
    const hr = await hrOf()
    const { data: made } = await call('save', newPerson({ scopeOperatorIds: [office] }), hr)
    const { data: invited } = await call('invite', { ids: [made.id] }, hr)
    const invitation = String(invited.list[0].path).split('invitation=')[1]
    const look = () => server.call('/api/user/invitation/look', { invitation })
    expect(await look()).toMatchObject({ success: true })
    // The role is given more by somebody else: whoever holds the link would get it, too.
    await db.platform(tx =>
      tx.execute("update identity_role set permissions = permissions || '{finance.dailyBill:read}' where id = $1", [
        roles.staff,
      ]),
    )
    expect(await look()).toMatchObject({ success: false, code: 'identity.invitationGone' })
    await db.platform(tx =>
      tx.execute("update identity_role set permissions = '{identity.user:read}' where id = $1", [roles.staff]),
    )
  })
})
