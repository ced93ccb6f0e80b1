import { aTenant, aUser } from '@wattyard/identity/testing'
import { type Caller, lockWording, newId, publishWording, WHOLE_TENANT, col } from '@wattyard/server-kit'
import { callerWith, testDatabase, type TestServer, testServer } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPile, aStation, quietPorts } from '../../testing/index.ts'
import { assetsModule } from '../module.ts'

/** The calls of the contract beside the ones that a definition makes (§7.3). */

const heard: unknown[] = []
const departments = new Set<string>()
let server: TestServer
let as: Caller
let [north, south] = [newId(), newId()]

beforeAll(async () => {
  const module = assetsModule(
    quietPorts({
      operatorNames: async (_tx, ids) => new Map(ids.filter(id => !departments.has(id)).map(id => [id, `OP ${id}`])),
      live: { publish: event => heard.push(event), subscribe: () => () => {} },
    }),
  )
  server = await testServer({ db: await testDatabase(), modules: [module] })
})
afterAll(async () => {
  await server.close()
  await server.db.close()
})
beforeEach(async () => {
  as = callerWith({ tenantId: (await aTenant(server.db)).tenantId })
  ;[north, south] = [newId(), newId()]
  heard.length = 0
})

const get = (call: string, input: Record<string, unknown> = {}, who = as) =>
  server.call(`/api/device/station/${call}`, input, { as: who, method: 'GET' })
const made = (differs: Partial<Parameters<typeof aStation>[1]> = {}) =>
  server.db.tenant(as.tenantId, tx => aStation(tx, { tenantId: as.tenantId, operatorId: north, ...differs }))
const limitedTo = (operators: string[], permissions = ['*']) =>
  callerWith({ tenantId: as.tenantId, permissions, scope: { ...WHOLE_TENANT, operators } })
const ids = (answer: { data: { list: { id: string }[] } }) => answer.data.list.map(one => one.id).toSorted()
const sorted = (...list: { id: string }[]) => list.map(one => one.id).toSorted()

describe('stations in operation', () => {
  test('are those that take cars, below their operators, as far as the caller sees', async () => {
    const open = await made({ name: '营业站' })
    const other = await made({ operatorId: south })
    for (const status of ['building', 'closed', 'maintenance', 'unknown', 'resting'] as const) await made({ status })
    const { data } = await get('tree/operation/in')
    expect(data.list).toHaveLength(2)
    expect(data.list.find((one: { id: string }) => one.id === north)).toEqual({
      id: north,
      kind: 'operator',
      label: `OP ${north}`,
      children: [expect.objectContaining({ id: open.id, kind: 'station', label: '营业站', status: 'open' })],
    })
    const limited = await get('tree/operation/in', {}, limitedTo([south]))
    expect(limited.data.list.map((one: { id: string }) => one.id)).toEqual([south])
    expect((await get('tree/operation/in', { q: 'yingyezhan' })).data.list).toHaveLength(1)
    expect((await get('tree', {})).data.list.flatMap((one: { children: unknown[] }) => one.children)).toHaveLength(7)
    expect(other.id).not.toBe(open.id)
    expect((await get('tree/operation/in', {}, callerWith({ tenantId: newId() }))).data.list).toEqual([])
  })
})

describe('stations of an operator', () => {
  test('are the list, narrowed to one operator and to what the caller sees', async () => {
    const [one, two] = [await made(), await made({ status: 'closed' })]
    await made({ operatorId: south })
    const answer = await get('list_by_provider', { id: north })
    expect(ids(answer)).toEqual(sorted(one, two))
    expect(answer.data).toMatchObject({ total: 2, capped: false, asOf: expect.any(Number) })
    expect(answer.data.list[0]).toMatchObject({ operator: north, counters: expect.anything(), can: expect.anything() })
    expect(ids(await get('list_by_provider', { id: north, pageSize: 1, page: 2 }))).toHaveLength(1)
    expect((await get('list_by_provider', { id: north }, limitedTo([south]))).data.total).toBe(0)
    expect((await get('list_by_provider', { id: north }, callerWith({ tenantId: newId() }))).data.total).toBe(0)
  })
  test('take the permission to read stations, an operator, and no other filter', async () => {
    const clerk = callerWith({ tenantId: as.tenantId, permissions: ['assets.pile:read'] })
    expect(await get('list_by_provider', { id: north }, clerk)).toMatchObject({ status: 403, code: 'kernel.forbidden' })
    expect((await get('list_by_provider')).data.fields).toHaveProperty('id')
    expect((await get('list_by_provider', { id: north, 'filter.operator': south })).code).toBe('kernel.invalid')
  })
})

describe('stations of an investor', () => {
  const investor = async (operatorIds: string[], stationIds: string[] = []) => {
    const { id } = await aUser(server.db, as.tenantId, { userType: 'investor', operatorIds })
    await server.db.tenant(as.tenantId, tx =>
      tx.execute('update identity_user set scope_station_ids = $3 where tenant_id = $1 and id = $2', [
        as.tenantId,
        id,
        stationIds,
      ]),
    )
    return id
  }
  /** As they sign in: no permission on stations. */
  const signedIn = (userId: string, operators: string[], stations: string[] | null) =>
    callerWith({
      tenantId: as.tenantId,
      userId,
      roles: ['vip'],
      permissions: [],
      scope: { operators, stations, investors: [] },
    })

  test('are those assigned to them: whole operators, or some of their stations', async () => {
    const [one, two, far] = [await made(), await made(), await made({ operatorId: south })]
    expect(ids(await get('list_by_investor', { id: await investor([north]) }))).toEqual(sorted(one, two))
    expect(ids(await get('list_by_investor', { id: await investor([north], [two.id, far.id]) }))).toEqual([two.id])
    expect(ids(await get('list_by_investor', { id: await investor([north, south]) }))).toEqual(sorted(one, two, far))
    // Nothing assigned means nothing seen.
    expect((await get('list_by_investor', { id: await investor([]) })).data).toMatchObject({ list: [], total: 0 })
  })

  test('investors ask for their own and get what everybody may know, with number and state', async () => {
    const mine = await made({ name: '投资站' })
    await made({ operatorId: south })
    const id = await investor([north])
    const { data } = await get('list_by_investor', {}, signedIn(id, [north], null))
    expect(data.list).toEqual([
      expect.objectContaining({ id: mine.id, code: mine.code, name: '投资站', status: 'open', can: [] }),
    ])
    for (const inner of ['supplyAccount', 'note', 'operator', 'tags', 'ratedCapacityKva', 'counters'])
      expect(data.list[0]).not.toHaveProperty(inner)
    const beside = await investor([south])
    expect(await get('list_by_investor', { id: beside }, signedIn(id, [north], null))).toMatchObject({
      status: 404,
      code: 'kernel.notFound',
    })
  })

  test('staff see of them what they see anyway, and only with the permission to look at people', async () => {
    const [one, two] = [await made(), await made({ operatorId: south })]
    const id = await investor([north, south])
    await server.db.tenant(as.tenantId, tx =>
      tx.execute('update identity_user set operator_id = $3 where tenant_id = $1 and id = $2', [
        as.tenantId,
        id,
        north,
      ]),
    )
    expect(ids(await get('list_by_investor', { id }, limitedTo([north])))).toEqual([one.id])
    // The account itself is of the other operator.
    expect((await get('list_by_investor', { id }, limitedTo([south]))).code).toBe('kernel.notFound')
    const both = ['assets.station:read', 'identity.user:read']
    const holding = (permissions: string[]) => callerWith({ tenantId: as.tenantId, permissions })
    expect(ids(await get('list_by_investor', { id }, holding(both)))).toEqual(sorted(one, two))
    for (const missing of both)
      expect((await get('list_by_investor', { id }, holding(both.filter(x => x !== missing)))).code).toBe(
        'kernel.notFound',
      )
  })

  test('staff, nobody and people of another tenant are no investors', async () => {
    await made()
    const staff = await aUser(server.db, as.tenantId, { operatorIds: [north] })
    const other = callerWith({ tenantId: newId() })
    for (const [id, who] of [
      [staff.id, as],
      [newId(), as],
      [await investor([north]), other],
      [undefined, as],
    ] as const)
      expect(await get('list_by_investor', id ? { id } : {}, who)).toMatchObject({
        status: 404,
        code: 'kernel.notFound',
      })
  })
})

describe('binding', () => {
  const operatorsOf = (id: string) =>
    server.db.tenant(as.tenantId, tx =>
      tx.query(
        { operator_id: col.uuid },
        `select operator_id from assets_station where id = $1 union all
         select operator_id from assets_pile where station_id = $1 union all
         select operator_id from assets_connector where station_id = $1`,
        [id],
      ),
    )
  const bind = (input: Record<string, unknown>, who = as) => server.call('/api/device/station/bind', input, { as: who })
  const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
  const byContract = (input: Record<string, unknown>, headers: Record<string, string> = script, who = as) =>
    server.call('/api/device/station/bind/company', input, { as: who, method: 'GET', headers })
  const history = async (id: string) =>
    (await get('history', { id })).data.list.map((one: { action: string }) => one.action)

  test('gives many stations at once to an operator, with piles and connectors, and says so', async () => {
    const [one, two, there] = [await made(), await made(), await made({ operatorId: south })]
    await server.db.tenant(as.tenantId, tx => aPile(tx, one))
    expect((await bind({ ids: [one.id, two.id, there.id], operator: south })).data).toEqual({ changed: 2 })
    expect(await operatorsOf(one.id)).toEqual(Array.from({ length: 4 }, () => ({ operator_id: south })))
    expect(heard.map(event => (event as { stationId: string }).stationId).toSorted()).toEqual(sorted(one, two))
    expect(await history(one.id)).toEqual(['bind'])
    const { data } = await get('get', { id: one.id })
    expect(data).toMatchObject({ operator: south, version: 2, can: expect.arrayContaining(['bind']) })
    // Once more changes nothing.
    expect((await bind({ ids: [one.id], operator: south })).data).toEqual({ changed: 0 })
    expect((await get('get', { id: one.id })).data.version).toBe(2)
  })

  test('is all or nothing: one station out of reach keeps the others', async () => {
    const [mine, other] = [await made(), await made({ operatorId: newId() })]
    const limited = limitedTo([north, south])
    expect((await bind({ ids: [mine.id, other.id], operator: south }, limited)).code).toBe('kernel.notFound')
    expect(await operatorsOf(mine.id)).toEqual([{ operator_id: north }])
  })

  test('refuses binding to a department, to an operator out of reach, and without the permission', async () => {
    const { id } = await made()
    const office = newId()
    departments.add(office)
    const said = { operator: '该机构不是运营商，请选择运营商' }
    expect((await bind({ ids: [id], operator: office })).data.fields).toEqual(said)
    expect((await bind({ ids: [id], operator: south }, limitedTo([north]))).data.fields).toEqual(said)
    expect((await byContract({ id, company: south }, script, limitedTo([north]))).data.fields).toEqual({
      company: '该机构不是运营商，请选择运营商',
    })
    expect((await bind({ ids: [id] })).data.fields).toHaveProperty('operator')
    const editor = callerWith({ tenantId: as.tenantId, permissions: ['assets.station:read', 'assets.station:update'] })
    expect((await bind({ ids: [id], operator: south }, editor)).code).toBe('kernel.forbidden')
    expect((await byContract({ id, company: south }, script, editor)).code).toBe('kernel.forbidden')
    const stranger = callerWith({ tenantId: newId() })
    for (const answer of [
      await bind({ ids: [id], operator: south }, stranger),
      await byContract({ id, company: south }, script, stranger),
      await byContract({ id, company: south }, script, limitedTo([south])),
    ])
      expect(answer).toMatchObject({ status: 404, code: 'kernel.notFound' })
    expect(await operatorsOf(id)).toEqual([{ operator_id: north }])
    expect(await history(id)).toEqual([])
  })

  test('by GET as the contract has it: from scripts of our own page only, with the same history', async () => {
    const { id } = await made()
    const strays: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
      { ...script, 'sec-purpose': 'prefetch' },
    ]
    for (const stray of strays)
      expect(await byContract({ id, company: south }, stray), JSON.stringify(stray)).toMatchObject({
        status: 403,
        code: 'kernel.crossSite',
      })
    expect(await operatorsOf(id)).toEqual([{ operator_id: north }])
    const bound = await byContract({ id, company: south })
    expect(bound).toMatchObject({ success: true, data: { changed: 1 } })
    expect(bound.headers['cache-control']).toBe('no-store')
    expect(await operatorsOf(id)).toEqual([{ operator_id: south }])
    expect(await history(id)).toEqual(['bind'])
    const guest = { ...as, readOnly: true }
    expect(await byContract({ id, company: north }, script, guest)).toMatchObject({
      status: 403,
      code: 'kernel.readOnly',
    })
  })

  test('two at the same moment: one after the other, piles never apart from their station', async () => {
    const station = await made()
    await server.db.tenant(as.tenantId, async tx => {
      for (let i = 0; i < 4; i++) await aPile(tx, station)
    })
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all([north, south].map(operator => bind({ ids: [station.id], operator })))
      expect(answers.map(answer => answer.code)).toEqual(['0', '0'])
      expect(new Set((await operatorsOf(station.id)).map(row => row.operator_id)).size).toBe(1)
    }
  })
})

describe('tags', () => {
  test('are what may be given now: words of the reader, colours and order of the tenant', async () => {
    const plain = await get('station_tags')
    expect(plain.data.list).toHaveLength(12)
    expect(plain.data.list[0]).toEqual({ code: 'park', label: '园区', colour: null, icon: null })
    await server.db.tenant(as.tenantId, async tx => {
      await lockWording(tx, as.tenantId)
      await publishWording(tx, as.tenantId, {
        words: { 'assets.stationTagValue.port': { zh: '港口', en: 'Port', es: 'Puerto' } },
        entries: {
          'assets.stationTag': {
            port: { own: true, place: 0, colour: '#7e22ce', icon: 'star' },
            family: { off: true },
          },
        },
        menu: [],
      })
    })
    const spanish = await get('station_tags', {}, { ...as, language: 'es' })
    const codes = spanish.data.list.map((one: { code: string }) => one.code)
    expect(spanish.data.list[0]).toEqual({ code: 'port', label: 'Puerto', colour: '#7e22ce', icon: 'star' })
    expect(codes).toContain('highway')
    expect(codes).not.toContain('family')
    // Another tenant has its own.
    expect((await get('station_tags', {}, callerWith({ tenantId: newId() }))).data.list).toHaveLength(12)
    expect(await server.call('/api/device/station/station_tags', {}, { method: 'GET' })).toMatchObject({ status: 401 })
  })
})
