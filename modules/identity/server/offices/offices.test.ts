import { type Caller, type Database, col, newId } from '@wattyard/server-kit'
import { callerWith, testDatabase, testServer, type TestServer } from '@wattyard/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OfficeNode } from '../../contract/calls/office.ts'
import { aRole, aTenant, aUser, TEST_HASH_COST } from '../../testing/index.ts'
import { createIdentity } from '../create-identity.ts'

let db: Database
let server: TestServer
let tenantId: string
let admin: Caller
/** Stations by operator, as the module that has them would say. */
const stations = new Map<string, number>()

beforeAll(async () => {
  db = await testDatabase()
  const tenant = await aTenant(db, { code: 'home', isHome: true })
  tenantId = tenant.tenantId
  const identity = createIdentity({
    profile: 'production',
    db,
    secrets: { login: 'b6'.repeat(32), factors: 'd4'.repeat(32) },
    version: '0',
    hashCost: TEST_HASH_COST,
    stationCounts: async (_tx, caller) => (caller.roles.includes('blind') ? null : stations),
  })
  server = await testServer({ db, modules: [identity.module] })
  const first = await aUser(db, tenantId, { roleIds: [tenant.roleIds.admin] })
  admin = callerWith({ tenantId, userId: first.id })
})
afterAll(async () => {
  await server.close()
  await db.close()
})

let serial = 0
const name = (prefix: string) => `${prefix}${++serial}`
const post = (path: string, input: Record<string, unknown>, as = admin) =>
  server.call(`/api/sys/office/${path}`, input, { as })
const ask = (path: string, input: Record<string, unknown>, as = admin) =>
  server.call(`/api/sys/office/${path}`, input, { as, method: 'GET' })
const get = async (id: string) => (await post('get', { id })).data

interface Made {
  id: string
  name: string
  version: number
  can: string[]
}
async function made(over: Record<string, unknown> = {}, as = admin): Promise<Made> {
  const answer = await post('save', { code: name('O'), name: name('机构'), kind: 'department', ...over }, as)
  if (!answer.success) throw new Error(answer.text)
  return answer.data
}
const limitedTo = (...operators: string[]) =>
  callerWith({ tenantId, scope: { operators, stations: null, investors: null } })
const history = async (id: string) =>
  (await ask('history', { id })).data.list as { action: string; before: unknown; after: Record<string, unknown> }[]

async function tree(as = admin): Promise<OfficeNode[]> {
  return (await server.call('/api/res/management/areaofficetrees', {}, { as, method: 'GET' })).data.list
}
const flat = (nodes: readonly OfficeNode[]): OfficeNode[] => nodes.flatMap(node => [node, ...flat(node.children)])
const below = async (id: string) =>
  flat(await tree())
    .find(node => node.id === id)
    ?.children.map(child => child.id)

describe('moving', () => {
  test('takes everything below along, people and duties too, and says so in the histories', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    const team = await made({ parent: east.id })
    const shift = await made({ parent: team.id })
    const person = await aUser(db, tenantId, { officeId: shift.id })
    const operatorOfPerson = async () =>
      (await server.call('/api/sys/user/get', { id: person.id }, { as: admin })).data.operator
    expect(await operatorOfPerson()).toBe(east.id)
    expect((await post('move', { id: team.id, parent: west.id })).data).toEqual({ offices: 2 })
    expect(await get(shift.id)).toMatchObject({ operator: west.id, path: `${west.id}/${team.id}/${shift.id}/` })
    expect(await operatorOfPerson()).toBe(west.id)
    expect((await post('move', { id: team.id })).success).toBe(true)
    expect(await get(team.id)).toMatchObject({ operator: null, parent: null, path: `${team.id}/` })
    expect(await operatorOfPerson()).toBeNull()
    expect(await history(team.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'move' }),
        expect.objectContaining({
          action: 'update',
          before: { parent: east.id, operator: east.id },
          after: { parent: west.id, operator: west.id },
        }),
      ]),
    )
    expect((await history(shift.id))[0]).toMatchObject({ before: { operator: west.id }, after: { operator: null } })
  })

  test('an operator below another stays itself', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    const team = await made({ parent: west.id })
    expect((await post('move', { id: west.id, parent: east.id })).success).toBe(true)
    expect(await get(team.id)).toMatchObject({ operator: west.id, path: `${east.id}/${west.id}/${team.id}/` })
  })

  test('is refused below itself, too deep, into what is disabled, and to where there is nothing', async () => {
    const team = await made()
    const shift = await made({ parent: team.id })
    const fields = async (id: string, parent: string) => (await post('move', { id, parent })).data.fields
    expect(await fields(team.id, shift.id)).toEqual({ parent: '上级机构不能是自身或自己的下级' })
    expect(await fields(team.id, team.id)).toEqual({ parent: '上级机构不能是自身或自己的下级' })
    const foreign = await aTenant(db)
    const theirs = await made({}, callerWith({ tenantId: foreign.tenantId }))
    for (const parent of [theirs.id, admin.userId])
      expect(await fields(team.id, parent)).toEqual({ parent: '找不到对应的记录' })
    expect(await post('move', { id: theirs.id })).toMatchObject({ status: 404, code: 'kernel.notFound' })
    const closed = await made()
    await post('disable', { id: closed.id })
    expect(await fields(team.id, closed.id)).toEqual({ parent: '只能选择符合“状态：启用”的记录' })

    let parent: string | null = null
    const chain: string[] = []
    for (let level = 0; level < 10; level++) chain.push((parent = (await made({ parent })).id))
    const tooDeep = { parent: '机构层级最多 10 层' }
    expect((await post('save', { code: name('O'), name: 'x', kind: 'department', parent })).data.fields).toEqual(
      tooDeep,
    )
    expect(await fields(chain[0] ?? '', team.id)).toEqual(tooDeep)
    expect(await fields(team.id, chain[8] ?? '')).toEqual(tooDeep)
    expect((await post('move', { id: shift.id, parent: chain[8] })).success).toBe(true)
  })

  test('has its own permission; a form does not move', async () => {
    const [team, other] = [await made(), await made()]
    const clerk = callerWith({
      tenantId,
      roles: ['clerk'],
      permissions: ['identity.office:read', 'identity.office:update'],
    })
    expect(await post('move', { id: team.id, parent: other.id }, clerk)).toMatchObject({ status: 403 })
    expect(await ask('moving', { id: team.id, parent: other.id }, clerk)).toMatchObject({ status: 403 })
    expect((await post('save', { id: team.id, parent: other.id })).success).toBe(false)
    expect((await post('get', { id: team.id }, clerk)).data.can).toEqual(['update'])
  })

  test('two movers at the same moment make no circle', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await made(), await made()]
      const [deepA, deepB] = [await made({ parent: a.id }), await made({ parent: b.id })]
      const answers = await Promise.all([
        post('move', { id: a.id, parent: deepB.id }),
        post('move', { id: b.id, parent: deepA.id }),
      ])
      expect(answers.filter(answer => answer.success)).toHaveLength(1)
      expect(answers.find(answer => !answer.success)?.data.fields).toEqual({
        parent: '上级机构不能是自身或自己的下级',
      })
      const stands = flat(await tree()).map(node => node.id)
      expect([a, b, deepA, deepB].every(({ id }) => stands.includes(id))).toBe(true)
    }
  })

  test('who is put into an office while it moves is the new operator’s', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    for (let round = 0; round < 8; round++) {
      const team = await made({ parent: east.id })
      const { id } = await aUser(db, tenantId)
      const [moved, saved] = await Promise.all([
        post('move', { id: team.id, parent: west.id }),
        server.call('/api/sys/user/save', { id, office: team.id }, { as: admin }),
      ])
      expect([moved.success, saved.success]).toEqual([true, true])
      expect((await server.call('/api/sys/user/get', { id }, { as: admin })).data.operator).toBe(west.id)
    }
  })
})

describe('order among offices', () => {
  test('new ones stand last; one is moved in front of another or to the end', async () => {
    const top = await made()
    const [a, b, c] = [await made({ parent: top.id }), await made({ parent: top.id }), await made({ parent: top.id })]
    expect(await below(top.id)).toEqual([a.id, b.id, c.id])
    await post('move', { id: c.id, parent: top.id, before: a.id })
    expect(await below(top.id)).toEqual([c.id, a.id, b.id])
    await post('move', { id: c.id, parent: top.id })
    expect(await below(top.id)).toEqual([a.id, b.id, c.id])
    // What only made room has not changed for anybody who edits it.
    expect((await get(a.id)).version).toBe(a.version)
    const elsewhere = await made()
    expect((await post('move', { id: c.id, parent: top.id, before: elsewhere.id })).data.fields).toEqual({
      before: '不在该上级机构之下',
    })
    expect(await below(top.id)).toEqual([a.id, b.id, c.id])
  })
})

describe('what a move would do is said before', () => {
  test('how much moves, whose it is, and who sees more or less', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    const team = await made({ parent: east.id })
    const shift = await made({ parent: team.id })
    await server.call('/api/sys/duty/save', { office: shift.id, code: 'D', name: '班长' }, { as: admin })
    await aUser(db, tenantId, { officeId: shift.id })
    const role = await aRole(db, tenantId, { permissions: ['identity.office:read'], rowScope: 'assigned' })
    const sees = async (displayName: string, ...operatorIds: string[]) =>
      aUser(db, tenantId, { displayName, roleIds: [role], operatorIds })
    await sees('东区甲', east.id)
    await sees('西区乙', west.id)
    await sees('两区丙', east.id, west.id)
    // Without a permission to look at offices or people, nothing is lost.
    const blind = await aRole(db, tenantId, { permissions: ['assets.pile:read'], rowScope: 'assigned' })
    await aUser(db, tenantId, { roleIds: [blind], operatorIds: [east.id] })
    expect((await ask('moving', { id: team.id, parent: west.id })).data).toEqual({
      offices: 2,
      people: 1,
      duties: 1,
      operatorBefore: east.name,
      operatorAfter: west.name,
      reassignedOffices: 2,
      reassignedPeople: 1,
      loses: { count: 1, names: ['东区甲'] },
      gains: { count: 1, names: ['西区乙'] },
    })
    expect((await ask('moving', { id: shift.id, parent: east.id })).data).toMatchObject({
      reassignedOffices: 0,
      loses: { count: 0, names: [] },
      gains: { count: 0, names: [] },
    })
    expect((await ask('moving', { id: team.id, parent: shift.id })).data.fields.parent).toBeTruthy()
    expect(await get(team.id)).toMatchObject({ parent: east.id })
  })

  test('who is limited moves only what they see, and not out of their own sight', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    const team = await made({ parent: east.id })
    const inner = await made({ parent: team.id, kind: 'operator' })
    const limited = limitedTo(east.id)
    expect((await post('move', { id: team.id, parent: west.id }, limited)).data.fields.parent).toBe('找不到对应的记录')
    const refused = { status: 403, code: 'identity.outOfReach' }
    // An operator of its own below, which they do not see.
    expect(await post('move', { id: team.id, parent: east.id }, limited)).toMatchObject(refused)
    expect(await post('disable', { id: team.id }, limited)).toMatchObject(refused)
    await post('move', { id: inner.id })
    expect(await post('move', { id: team.id }, limited)).toMatchObject(refused)
    expect(await get(team.id)).toMatchObject({ parent: east.id, status: 'active' })
    expect((await post('disable', { id: team.id }, limited)).success).toBe(true)
    await post('enable', { id: team.id, below: true })
    expect((await post('move', { id: team.id, parent: west.id }, limitedTo(east.id, west.id))).success).toBe(true)
  })
})

describe('who leads', () => {
  test('is active staff of the same tenant, and not head and deputy at once', async () => {
    const [head, deputy] = [await aUser(db, tenantId), await aUser(db, tenantId)]
    const office = await made({ head: head.id, deputyIds: [deputy.id], address: '虹桥路 1 号' })
    expect(await get(office.id)).toMatchObject({ head: head.id, deputyIds: [deputy.id], address: '虹桥路 1 号' })
    const fields = async (input: Record<string, unknown>) =>
      (await post('save', { id: office.id, ...input })).data.fields
    expect(await fields({ deputyIds: [head.id] })).toEqual({ deputyIds: '负责人不能同时是副负责人' })
    const stranger = await aUser(db, (await aTenant(db)).tenantId)
    expect(await fields({ head: stranger.id })).toEqual({ head: '找不到对应的记录' })
    const investor = await aUser(db, tenantId, { userType: 'investor' })
    expect(await fields({ head: investor.id })).toEqual({ head: '只能选择符合“用户类型：员工; 状态：启用”的记录' })
    expect(await fields({ deputyIds: [investor.id] })).toEqual({
      deputyIds: '只能选择符合“用户类型：员工; 状态：启用”的记录',
    })
    // Disabled later, they stay until another is chosen; the rest of the form can still be saved.
    await server.call('/api/sys/user/disable', { ids: [head.id] }, { as: admin })
    expect((await post('save', { id: office.id, note: 'x' })).success).toBe(true)
  })

  test('who is deleted leads nothing any more', async () => {
    const [head, deputy, other] = [await aUser(db, tenantId), await aUser(db, tenantId), await aUser(db, tenantId)]
    const office = await made({ head: head.id, deputyIds: [deputy.id, other.id] })
    const gone = await server.call('/api/sys/user/del', { ids: [head.id, deputy.id] }, { as: admin })
    expect(gone.success).toBe(true)
    expect(await get(office.id)).toMatchObject({ head: null, deputyIds: [other.id] })
  })
})

describe('disabling', () => {
  test('takes everything below along and takes nobody new; enabling asks whether all of it', async () => {
    const top = await made({ kind: 'operator' })
    const inner = await made({ parent: top.id })
    const person = await aUser(db, tenantId, { officeId: inner.id })
    expect((await post('disable', { id: top.id })).data).toEqual({ offices: 2 })
    expect((await get(inner.id)).status).toBe('closed')
    expect((await history(inner.id))[0]).toMatchObject({ before: { status: 'active' }, after: { status: 'closed' } })
    const saveUser = (input: Record<string, unknown>) => server.call('/api/sys/user/save', input, { as: admin })
    const newcomer = await aUser(db, tenantId)
    expect((await saveUser({ id: newcomer.id, office: inner.id })).data.fields).toEqual({
      office: '只能选择符合“状态：启用”的记录',
    })
    expect((await saveUser({ id: person.id, office: inner.id, nickname: '老王' })).success).toBe(true)
    expect(
      (await post('save', { code: name('O'), name: 'x', kind: 'department', parent: top.id })).data.fields,
    ).toEqual({
      parent: '只能选择符合“状态：启用”的记录',
    })
    expect(await post('enable', { id: inner.id, below: false })).toMatchObject({
      code: 'identity.aboveClosed',
      msg: expect.stringContaining(top.name),
    })
    expect((await post('enable', { id: top.id, below: false })).data).toEqual({ offices: 1 })
    expect((await get(inner.id)).status).toBe('closed')
    await post('disable', { id: top.id })
    expect((await post('enable', { id: top.id, below: true })).data).toEqual({ offices: 2 })
    expect((await get(inner.id)).can).toEqual(['update', 'delete', 'move', 'disable'])
  })
})

describe('deleting', () => {
  test('says what is in it; operators never go', async () => {
    const operator = await made({ kind: 'operator' })
    expect(operator.can).not.toContain('delete')
    expect(await post('del', { id: operator.id })).toMatchObject({ code: 'kernel.notAllowedNow' })
    const outer = await made()
    const inner = await made({ parent: outer.id })
    const person = await aUser(db, tenantId, { officeId: outer.id })
    expect(await post('del', { id: outer.id })).toMatchObject({
      code: 'identity.officeNotEmpty',
      msg: '机构内还有 1 个下级机构、1 名人员、0 个岗位，请先移走或删除',
    })
    await post('del', { id: inner.id })
    await server.call('/api/sys/user/save', { id: person.id, office: null }, { as: admin })
    expect((await post('del', { id: outer.id })).success).toBe(true)
  })
})

describe('the tree', () => {
  test('counts people and stations as far as the caller sees them', async () => {
    const operator = await made({ kind: 'operator' })
    const team = await made({ parent: operator.id })
    await aUser(db, tenantId, { officeId: team.id })
    await aUser(db, tenantId, { officeId: team.id })
    stations.set(operator.id, 3)
    const node = async (as?: Caller) => flat(await tree(as)).find(one => one.id === operator.id)
    expect(await node()).toMatchObject({ people: 0, stations: 3, children: [{ people: 2, stations: null }] })
    const narrow = callerWith({ tenantId, roles: ['blind'], permissions: ['identity.office:read'] })
    expect(await node(narrow)).toMatchObject({ people: null, stations: null, children: [{ people: null }] })
  })

  test('tells what people of an office see and who sees the office', async () => {
    const [east, west] = [await made({ kind: 'operator' }), await made({ kind: 'operator' })]
    const whole = await aRole(db, tenantId, { permissions: ['identity.office:read'] })
    const part = await aRole(db, tenantId, { permissions: ['identity.office:read'], rowScope: 'assigned' })
    const one = await aUser(db, tenantId, { officeId: east.id, displayName: '甲', roleIds: [whole] })
    const two = await aUser(db, tenantId, {
      officeId: east.id,
      displayName: '乙',
      roleIds: [part],
      operatorIds: [west.id],
    })
    await aUser(db, tenantId, { displayName: '丙', roleIds: [part], operatorIds: [east.id] })
    const { data } = await ask('reach', { id: east.id })
    expect(data).toMatchObject({
      operator: east.name,
      people: [
        { id: one.id, isWhole: true },
        { id: two.id, isWhole: false, operators: [west.name], stations: null },
      ],
      seenByAssigned: { count: 1, names: ['丙'] },
    })
    expect(data.seenByWhole).toBeGreaterThanOrEqual(2)
    expect(await ask('reach', { id: east.id }, limitedTo(west.id))).toMatchObject({ status: 404 })
    // Who has one station of it is told of nobody whom the list of people does not have, nor of other operators.
    const stations = [newId()]
    const atStation = callerWith({
      tenantId,
      permissions: ['identity.office:read', 'identity.user:read'],
      scope: { operators: [east.id], stations, investors: null },
    })
    const mate = await aUser(db, tenantId, { officeId: east.id, roleIds: [part], operatorIds: [east.id, west.id] })
    await db.platform(tx =>
      tx.execute('update identity_user set scope_station_ids = $2 where id = $1', [mate.id, stations]),
    )
    const narrow = await ask('reach', { id: east.id }, atStation)
    expect(narrow.data.people).toMatchObject([{ id: mate.id, operators: [east.name] }])
    expect(narrow.data.seenByAssigned).toMatchObject({ count: 2 })
    expect(narrow.data.seenByAssigned.names).not.toContain('丙')
  })

  test('counts everybody who sees the operator, also those who may not look at people', async () => {
    const east = await made({ kind: 'operator' })
    const whole = await aRole(db, tenantId, { permissions: ['stations:read'] })
    const part = await aRole(db, tenantId, { permissions: ['stations:read'], rowScope: 'assigned' })
    const before = (await ask('reach', { id: east.id })).data
    await aUser(db, tenantId, { roleIds: [whole] })
    await aUser(db, tenantId, { roleIds: [whole], userType: 'guest' })
    await aUser(db, tenantId, { displayName: '丁', userType: 'investor', roleIds: [part], operatorIds: [east.id] })
    // What holders of vip see comes from their role itself, not from permissions.
    const [vip] = await db.tenant(tenantId, tx =>
      tx.query({ id: col.uuid }, "select id from identity_role where code = 'vip'"),
    )
    const roleIds = vip ? [vip.id] : []
    await aUser(db, tenantId, { displayName: '戊', userType: 'investor', roleIds, operatorIds: [east.id] })
    await aUser(db, tenantId, { displayName: '无角色', operatorIds: [east.id] })
    const { data } = await ask('reach', { id: east.id })
    expect(data.seenByWhole - before.seenByWhole).toBe(2)
    expect(data.seenByAssigned.count).toBe(2)
    expect(data.seenByAssigned.names.toSorted()).toEqual(['丁', '戊'])
  })

  test('comes from a sheet in any order, parents by code', async () => {
    const [top, middle, leaf] = [name('T'), name('T'), name('T')]
    const row = (line: number, code: string, parent = '') => ({
      line,
      values: { 机构编码: code, 机构名称: `导入${code}`, 机构类型: '部门', 上级机构: parent },
    })
    const rows = [row(2, leaf, middle), row(3, middle, top), row(4, top), row(5, name('T'), 'NOWHERE')]
    const run = (dryRun: boolean) => post('import', { dryRun, rows })
    const dry = await run(true)
    expect(dry.data).toEqual({ accepted: 3, refused: 1, rows: [{ line: 5, fields: { parent: '找不到对应的记录' } }] })
    expect((await run(false)).data).toEqual(dry.data)
    const found = (await post('list', { q: leaf })).data.list[0]
    expect(found.path.split('/')).toHaveLength(4)
    const exported = await ask('export', { format: 'csv', columns: 'code,parent', q: leaf })
    expect(exported.text).toContain(`${leaf},导入${middle}`)
  })
})
