import { callerOfPerson } from '@wattyard/identity/server'
import { aRole, aUser } from '@wattyard/identity/testing'
import { type Caller, col, newId, permissionList } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { followingIn, placedRows, type Row } from './placed-rows.ts'
import { requiredInputs } from './route-inputs.ts'
import { conformanceWorld } from './world.ts'

/*
 * Somebody who was assigned one station and no operator (decision 387), with every permission there is. What belongs to the
 * station is counted by hand from the administrator's lists.
 */

const world = await conformanceWorld()
afterAll(() => world.close())

const following = followingIn(world)
const { as, stations, read, listOf, stationsOfRows } = await placedRows(world)
const [near, far] = stations
let roleId: string
let who: Caller

const personAt = async (stationIds: readonly string[], operatorIds: readonly string[] = []): Promise<string> =>
  (await aUser(world.db, as.tenantId, { roleIds: [roleId], stationIds, operatorIds })).id

async function signedIn(userId: string): Promise<Caller> {
  const { tenantId } = as
  const caller = await world.db.platform(tx => callerOfPerson(tx, { tenantId, userId }, 'zh'))
  if (!caller) throw new Error('the person is active')
  return caller
}

const operatorOf = async (station: string): Promise<string> =>
  (await world.server.call('/api/device/station/get', { id: station }, { as })).data.operator

beforeAll(async () => {
  const { index, app } = world.server
  const permissions = permissionList(index as Parameters<typeof permissionList>[0], app.routes()) // made by mount
  roleId = await aRole(world.db, as.tenantId, { permissions, rowScope: 'assigned' })
  who = await signedIn(await personAt([near]))
})

test('the operator of the station is in scope by it, and no other', async () => {
  expect(who.scope).toEqual({ operators: [await operatorOf(near)], stations: [near], investors: null })
  expect(await operatorOf(far)).not.toBe(await operatorOf(near))
})

test.each(following.map(served => [served.resource.name, served] as const))(
  '%s: rows, sums and exports are exactly the station’s',
  async (_name, served) => {
    const { resource } = served
    const all: readonly Row[] = (await listOf(served)).data.list
    const places = await stationsOfRows(served, all)
    const own = all.filter(row => places.get(row.id) === near)
    expect(own.length).toBeGreaterThan(0)
    expect(own.length).toBeLessThan(all.length)
    const { data } = await listOf(served, {}, who)
    const ids = (rows: readonly Row[]) => rows.map(row => row.id).toSorted()
    expect(ids(data.list)).toEqual(ids(own))
    expect(data.total).toBe(own.length)
    if (resource.list.totals) {
      const { rows, left } = (await read(`/api/${resource.path}/totals`, {}, who)).data
      expect(rows + left).toBe(own.length)
    }
    if (resource.exchange?.export === false) return
    const file = await read(`/api/${resource.path}/export`, {}, who)
    expect(file.headers['x-total-rows']).toBe(String(own.length))
    const elsewhere = all.filter(row => places.get(row.id) !== near)
    for (const { id } of elsewhere) {
      expect((await read(`/api/${resource.path}/get`, { id }, who)).code).toBe('kernel.notFound')
      if (resource.writes !== 'crud') continue
      const saved = await world.server.call(`/api/${resource.path}/save`, { id }, { as: who, key: newId() })
      expect(['kernel.notFound', 'kernel.sharedRows']).toContain(saved.code)
    }
  },
)

test('boards, logs and counts that follow a station tell nothing of another', async () => {
  const theirs: string[] = [far, await operatorOf(far)]
  for (const served of following) {
    const all: readonly Row[] = (await listOf(served)).data.list
    const places = await stationsOfRows(served, all)
    theirs.push(...all.filter(row => places.get(row.id) !== near).map(row => row.id))
  }
  let told = 0
  for (const route of world.server.app.routes().filter(one => one.stations === 'narrowed')) {
    const answer = await read(route.path, requiredInputs({ route, method: 'GET' }), who)
    expect([route.path, answer.status]).toEqual([route.path, 200])
    expect([route.path, theirs.filter(id => answer.text.includes(id))]).toEqual([route.path, []])
    if (answer.text.includes(near)) told++
  }
  expect(told).toBeGreaterThan(8)
})

test('operators assigned beside stations are narrowed by them: a station of another operator opens nothing', async () => {
  const crossed = await signedIn(await personAt([near], [await operatorOf(far)]))
  for (const served of following) expect((await listOf(served, {}, crossed)).data.total).toBe(0)
})

test('of a station that does not exist, or is another company’s, nothing is seen', async () => {
  for (const gone of [newId(), (await placedRows(world)).stations[0]]) {
    const { scope } = await signedIn(await personAt([gone]))
    expect(scope.operators).toEqual([])
    const caller = await signedIn(await personAt([gone]))
    for (const served of following) expect((await listOf(served, {}, caller)).data.total).toBe(0)
  }
})

test('a regional officer gives away a station of the region alone, and acts on that account; none of another region', async () => {
  const officer = await signedIn(await personAt([], [await operatorOf(near)]))
  const newPerson = (station: string) => ({
    loginName: `p${newId().slice(-10)}`,
    displayName: '王五',
    userType: 'staff',
    status: 'active',
    language: 'zh',
    roleIds: [roleId],
    scopeStationIds: [station],
  })
  const save = (input: Record<string, unknown>, by: Caller) =>
    world.server.call('/api/sys/user/save', input, { as: by })
  const made = await save({ ...newPerson(near), office: await operatorOf(near) }, officer)
  expect([made.code, made.success]).toEqual([made.code, true])
  expect((await save({ id: made.data.id, displayName: '李四' }, officer)).success).toBe(true)
  expect((await save({ id: made.data.id, scopeStationIds: [far] }, officer)).success).toBe(false)
  // With a station elsewhere it is beyond the officer, who would otherwise become its person by a new password.
  await world.db.platform(tx =>
    tx.execute('update identity_user set scope_station_ids = $2 where id = $1', [made.data.id, [near, far]]),
  )
  const act = await world.server.call('/api/sys/user/signOut', { ids: [made.data.id] }, { as: officer })
  expect(act).toMatchObject({ status: 403, code: 'identity.beyondOwnScope' })
  const both = [near, far]
  const atNear = await signedIn(await personAt([near]))
  expect((await save({ ...newPerson(near), scopeStationIds: both }, atNear)).success).toBe(false)
  expect(
    (await save({ ...newPerson(near), scopeStationIds: [], scopeOperatorIds: [await operatorOf(near)] }, atNear))
      .success,
  ).toBe(false)
})

test('a station that moves to another operator takes its people along', async () => {
  const operator = await operatorOf(far)
  const bound = await world.server.call('/api/device/station/bind', { ids: [near], operator }, { as, key: newId() })
  expect([bound.code, bound.success]).toEqual([bound.code, true])
  const moved = await signedIn(who.userId)
  expect(moved.scope).toEqual({ operators: [operator], stations: [near], investors: null })
  const station = following.find(({ resource }) => resource.name === 'assets.station')
  if (!station) throw new Error('stations follow')
  expect((await listOf(station, {}, moved)).data.list.map((row: Row) => row.id)).toEqual([near])
})

test('the form of a person says before saving what they will see, and why nothing', async () => {
  const rows = async (name: string): Promise<readonly Row[]> => {
    const served = following.find(({ resource }) => resource.name === name)
    return served ? (await listOf(served)).data.list : []
  }
  const monthAgo = Date.now() - 30 * 86_400_000
  const at = async (name: string, keep: (row: Row) => boolean) => (await rows(name)).filter(keep).length
  const began = (row: Row) => Number(row.startedAt) >= monthAgo
  const south = await operatorOf(far)
  const preview = async (over: Record<string, unknown>, by = as) => {
    // As a form encodes it: the empty list is an empty text.
    const input = { userType: 'staff', roleIds: roleId, scopeOperatorIds: '', scopeStationIds: '', ...over }
    const answer = await world.server.call('/api/sys/user/reach', input, { as: by })
    expect([answer.code, answer.status]).toEqual([answer.code, 200])
    return answer.data
  }
  expect(await preview({ scopeStationIds: [far] })).toEqual({
    sees: 'part',
    because: null,
    stations: 1,
    piles: await at('assets.pile', row => row.station === far && row.status !== 'retired'),
    orders: await at('charging.order', row => row.station === far && began(row)),
  })
  const notCounted = { stations: null, piles: null, orders: null }
  expect(await preview({ roleIds: '' })).toEqual({ sees: 'nothing', because: 'noRole', ...notCounted })
  expect(await preview({})).toEqual({ sees: 'nothing', because: 'noPlaces', ...notCounted })
  const other = await world.server.call(
    '/api/sys/office/save',
    { code: 'EMPTY', name: 'Empty', kind: 'operator' },
    { as, key: newId() },
  )
  const empty = other.data.id
  expect(await preview({ scopeOperatorIds: [empty] })).toMatchObject({ sees: 'nothing', because: 'noStations' })
  const crossed = { scopeOperatorIds: [empty], scopeStationIds: [far] }
  expect(await preview(crossed)).toMatchObject({ sees: 'nothing', because: 'noneInBoth' })
  const clerk = await aRole(world.db, as.tenantId, { permissions: ['identity.role:read'], rowScope: 'assigned' })
  expect(await preview({ roleIds: [clerk], scopeStationIds: [far] })).toEqual({
    sees: 'part',
    because: 'noPermission',
    ...notCounted,
  })
  const whole = await aRole(world.db, as.tenantId, { permissions: ['assets.station:read'], rowScope: 'tenant' })
  expect(await preview({ roleIds: [whole] })).toMatchObject({
    sees: 'everything',
    stations: (await rows('assets.station')).length,
  })
  // Somebody else's station and one that does not exist look alike to a regional officer.
  const officer = await signedIn(await personAt([], [empty]))
  const unknown = { sees: 'unknown', because: 'beyondYou', ...notCounted }
  for (const id of [far, newId()]) expect(await preview({ scopeStationIds: [id] }, officer)).toEqual(unknown)
  expect(await preview({ scopeOperatorIds: [south] }, officer)).toEqual(unknown)
  expect(await preview({ roleIds: [whole] }, officer)).toEqual(unknown)
  const regional = await signedIn(await personAt([], [south]))
  expect(await preview({ scopeStationIds: [far] }, regional)).toMatchObject({ sees: 'part', stations: 1 })
  expect(await preview({ scopeStationIds: [far, newId()] }, regional)).toEqual(unknown)
  // Investors see their stations without a permission, and a clerk of people has none either: nothing is counted.
  const personnel = { ...as, permissions: new Set(['identity.user:read']) }
  const [vip] = await world.db.platform(tx =>
    tx.query({ id: col.uuid }, "select id from identity_role where tenant_id = $1 and code = 'vip'", [as.tenantId]),
  )
  for (const places of [{ scopeStationIds: [far] }, { scopeOperatorIds: [empty] }]) {
    const investor = { userType: 'investor', roleIds: [vip?.id], ...places }
    expect(await preview(investor, personnel)).toEqual({ sees: 'part', because: null, ...notCounted })
    expect((await preview(investor)).stations).not.toBeNull()
  }
})

test('the form of a role says how many of its people would see nothing', async () => {
  const held = await aRole(world.db, as.tenantId, { permissions: [], rowScope: 'tenant' })
  await aUser(world.db, as.tenantId, { roleIds: [held], displayName: '甲' })
  await aUser(world.db, as.tenantId, { roleIds: [held], stationIds: [far] })
  const ask = async (rowScope: string, by = as) =>
    world.server.call('/api/sys/role/reach', { id: held, rowScope }, { as: by })
  expect((await ask('tenant')).data).toEqual({ holders: 2, everything: 2, part: 0, nothing: 0, names: [] })
  expect((await ask('assigned')).data).toEqual({ holders: 2, everything: 0, part: 1, nothing: 1, names: ['甲'] })
  // Of people elsewhere somebody of one station learns nothing, not even their number.
  expect((await ask('assigned', who)).data).toMatchObject({ holders: 0, names: [] })
})
