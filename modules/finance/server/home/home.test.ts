import { type Caller, newId } from '@wattyard/server-kit'
import { aPile, aStation } from '@wattyard/assets/testing'
import { callerWith } from '@wattyard/testing'
import { DAY_MS } from '@wattyard/time'
import { wait } from '@wattyard/charging/testing'
import { OFFLINE_AFTER_MS } from '@wattyard/gateway/contract'
import { refreshLive } from '@wattyard/gateway/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Figure, HomeLoadProfile, Todo } from '../../contract/index.ts'
import { type FinanceServer, financeServer, type FinanceWorld, onceSealed } from '../../testing/index.ts'

const DAY = '2026-11-20'
let server: FinanceServer
let world: FinanceWorld
beforeAll(async () => {
  server = await financeServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  world = await server.world({ principal: 100_000n })
})

const figures = async (as = world.as): Promise<Record<string, Figure>> => {
  const { data } = await world.ask('/api/home/figures', {}, { as })
  return Object.fromEntries(data.list.map((figure: Figure) => [figure.key, figure]))
}
const todo = async (as = world.as): Promise<Todo[]> => (await world.ask('/api/home/todo', {}, { as })).data.list
const at = (text: string) => Date.parse(text)

async function connection(state: { online: boolean; since: number; fault?: boolean }): Promise<void> {
  await world.server.db.platform(async tx => {
    await tx.execute(
      `insert into gateway_pile_state (tenant_id, pile_id, station_id, online, disconnected_at, last_seen_at) values ($1, $2, $3, $4, $5, $5)
       on conflict (tenant_id, pile_id) do update set online = excluded.online, disconnected_at = excluded.disconnected_at`,
      [world.tenantId, world.pile.id, world.pile.stationId, state.online, new Date(state.since)],
    )
    await tx.execute(
      `insert into gateway_connector_state (tenant_id, pile_id, connector, state, error, at) values ($1, $2, 2, $3, $4, $5)
       on conflict (tenant_id, pile_id, connector) do update set state = excluded.state`,
      [
        world.tenantId,
        world.pile.id,
        state.fault ? 'fault' : 'idle',
        state.fault ? 'GroundFailure' : null,
        new Date(state.since),
      ],
    )
    // As the gateway does after it has written them.
    await refreshLive(tx, { piles: [world.pile.id], stations: [] })
  })
}

describe('figures', () => {
  test('hold today against yesterday and the same weekday, each up to the same time of day', async () => {
    world.clock.set(at('2026-11-13T02:00:00Z'))
    await world.charge(70_000n)
    world.clock.set(at('2026-11-19T02:00:00Z'))
    await world.charge(30_000n)
    // Later than now on the day before: not to be compared with.
    world.clock.set(at('2026-11-19T12:00:00Z'))
    await world.charge(50_000n)
    world.clock.set(at('2026-11-20T02:00:00Z'))
    await world.charge(100_000n)
    const { energy, orders, revenue, electricity, service } = await figures()
    expect(energy).toMatchObject({
      value: '10.0000',
      yesterday: '3.0000',
      lastWeek: '7.0000',
      unit: 'kwh',
      asOf: world.clock.now(),
    })
    expect(orders).toMatchObject({ value: 1, yesterday: 1, lastWeek: 1 })
    expect(revenue?.value).toBe('16.15')
    expect([electricity?.value, service?.value]).toEqual(['11.15', '5.00'])
    expect(energy?.link).toEqual({
      path: '/cwdata2/orderDeatil',
      query: { 'f.bookedOn.from': DAY, 'f.bookedOn.to': DAY },
    })
  })

  test('count what runs, and what is wrong with piles', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 5)
    await world.tell(session.read(40_000n, { powerW: 58_500 }))
    await connection({ online: true, since: world.clock.now(), fault: true })
    expect(await figures()).toMatchObject({
      charging: { value: 1 },
      power: { value: 58_500, unit: 'watt' },
      piles: { value: 1 },
      faults: { value: 1 },
      offline: { value: 0 },
    })
    await connection({ online: false, since: world.clock.now() - OFFLINE_AFTER_MS })
    expect(await figures()).toMatchObject({ faults: { value: 0 }, offline: { value: 1 } })
  })

  test('leave out what the caller may not read, and add up only their part', async () => {
    await world.charge()
    const stranger = callerWith({ tenantId: world.tenantId, permissions: ['assets.pile:read'] })
    expect(Object.keys(await figures(stranger)).toSorted()).toEqual(['faults', 'never', 'offline', 'out', 'piles'])
    const scope = { operators: null, stations: [newId()], investors: null }
    const local = await figures(callerWith({ tenantId: world.tenantId, scope }))
    expect(local).toMatchObject({ energy: { value: '0.0000' }, piles: { value: 0 } })
  })
})

describe('what has to be done', () => {
  test('is nothing in a world without trouble', async () => {
    expect(await todo()).toEqual([])
  })

  test('names abnormal orders by rule, faults, piles away for long, and days that are not closed; the gravest first', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 15)
    await world.tell(session.read(50_000n))
    wait(world, 15)
    await world.tell(session.stopped(-900_000n))
    await world.charge()
    await connection({ online: true, since: world.clock.now(), fault: true })
    world.clock.advance(2 * DAY_MS)
    const list = await todo()
    const kinds = list.map(one => one.kind)
    expect(kinds).toContain('abnormal')
    expect(kinds).toContain('fault')
    expect(list.find(one => one.kind === 'dayClose')).toMatchObject({ count: 2, subject: DAY, severity: 'notice' })
    const rank = { critical: 0, warning: 1, notice: 2 }
    const ranks = list.map(one => rank[one.severity])
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const abnormal = list.find(one => one.kind === 'abnormal')
    expect(abnormal?.link.query).toEqual({
      'f.state': 'open',
      'f.severity': abnormal?.severity,
      'f.code': abnormal?.subject,
    })
    const rows = await world.server.call(
      '/api/charging/abnormal/list',
      { filter: { state: 'open', code: abnormal?.subject } },
      { as: world.as },
    )
    expect(rows.data.total).toBe(abnormal?.count)
    const fault = list.find(one => one.kind === 'fault')
    expect(fault?.examples).toEqual([expect.stringContaining(world.pile.name)])
    await connection({ online: false, since: world.clock.now() - OFFLINE_AFTER_MS })
    expect((await todo()).find(one => one.kind === 'offline')).toMatchObject({
      count: 1,
      since: world.clock.now() - OFFLINE_AFTER_MS,
    })
    // Somebody who switched a pile off a moment ago is not alarmed.
    await connection({ online: false, since: world.clock.now() - OFFLINE_AFTER_MS + 1 })
    expect((await todo()).some(one => one.kind === 'offline')).toBe(false)
  })

  test('names a station that charges though nobody has opened it, to who can open it, for a day', async () => {
    const setStatus = (status: string) =>
      world.server.db.platform(tx =>
        tx.execute('update assets_station set status = $3 where tenant_id = $1 and id = $2', [
          world.tenantId,
          world.pile.stationId,
          status,
        ]),
      )
    const unopened = async (as = world.as) => (await todo(as)).filter(one => one.kind === 'unopened')
    await setStatus('building')
    expect(await unopened()).toEqual([])
    const began = world.clock.now()
    await world.charge()
    expect(await unopened()).toMatchObject([
      {
        severity: 'notice',
        count: 1,
        since: expect.toSatisfy((since: number) => since >= began && since <= world.clock.now()),
        examples: [expect.any(String)],
        link: { path: '/device/station', query: { open: world.pile.stationId } },
      },
    ])
    const reader = callerWith({ tenantId: world.tenantId, permissions: ['assets.station:read', 'charging.order:read'] })
    expect(await unopened(reader)).toEqual([])
    await setStatus('open')
    expect(await unopened()).toEqual([])
    await setStatus('building')
    world.clock.advance(DAY_MS + 1)
    expect(await unopened()).toEqual([])
  })

  test('forgets a day once it is closed', async () => {
    await world.charge()
    world.nextDay()
    expect((await todo()).map(one => one.kind)).toEqual(['dayClose'])
    await onceSealed(world, DAY)
    expect(await todo()).toEqual([])
  })

  test('names what waits for this person’s word, and not what they asked for themselves', async () => {
    const id = await world.charge(100_000n)
    await world.ask('/api/platform/setting/save', {
      key: 'platform.fourEyesLimits',
      value: { 'charging.order:refund': 0 },
    })
    const asked = await world.server.call(
      '/api/charging/order/refund',
      { id, amount: '1', reason: '误收' },
      { as: world.as, key: newId() },
    )
    expect(asked.data.waitsForApproval).toBe(true)
    const approvals = async (as = world.as) => (await todo(as)).filter(one => one.kind === 'approval')
    expect(await approvals()).toEqual([])
    expect(await approvals(callerWith({ tenantId: world.tenantId }))).toMatchObject([
      { count: 1, severity: 'warning', link: { path: '/home', query: { approvals: '1' } } },
    ])
    const permissions = ['platform.approval:approve', 'platform.approval:all', 'charging.order:refund']
    expect(await approvals(callerWith({ tenantId: newId(), permissions }))).toEqual([])
  })

  test('asks only those who may do it', async () => {
    await world.charge()
    world.nextDay()
    const clerk = callerWith({ tenantId: world.tenantId, permissions: ['charging.order:read'] })
    expect(await todo(clerk)).toEqual([])
    expect(await todo(callerWith({ tenantId: newId(), permissions: ['charging.abnormal:read'] }))).toEqual([])
  })
})

describe('the course of the day', () => {
  test('spreads energy and money over the quarters in which they were charged', async () => {
    // 10:07 to 10:37 local: 8, 15 and 7 minutes of three quarters.
    world.clock.set(at('2026-11-20T02:07:00Z'))
    await world.charge(30_000n)
    world.clock.set(at('2026-11-20T03:00:00Z'))
    const { data } = await world.ask('/api/home/course')
    expect(data.today).toMatchObject({ day: DAY })
    expect(data.today.at).toHaveLength(44)
    expect(data.today.energy.slice(40, 43)).toEqual(['0.8000', '1.5000', '0.7000'])
    expect(data.today.energy.filter((text: string) => text !== '0.0000')).toHaveLength(3)
    expect(data.yesterday.at).toHaveLength(96)
    world.nextDay()
    const next = (await world.ask('/api/home/course')).data
    expect(next.yesterday.energy.slice(40, 43)).toEqual(['0.8000', '1.5000', '0.7000'])
  })

  test('shows the energy of sessions that run', async () => {
    const session = world.session()
    await world.tell(session.started())
    wait(world, 30)
    await world.tell(session.read(40_000n))
    const { data } = await world.ask('/api/home/course')
    expect(data.today.energy.slice(40, 42)).toEqual(['2.0000', '2.0000'])
  })

  test('is for those who may read orders', async () => {
    const stranger = callerWith({ tenantId: world.tenantId, permissions: ['assets.pile:read'] })
    await world.charge()
    const { data } = await world.ask('/api/home/course', {}, { as: stranger })
    expect(data).toMatchObject({ today: { energy: [], revenue: [] }, yesterday: { energy: [] }, prices: null })
  })

  test('has the price periods of the own stations for an investor, and none for others who may not read prices', async () => {
    const scope = { operators: null, stations: [world.pile.stationId], investors: null }
    const ask = async (as: Caller): Promise<HomeLoadProfile> => (await world.ask('/api/home/course', {}, { as })).data
    const clerk = callerWith({ tenantId: world.tenantId, scope, permissions: ['charging.order:read'] })
    expect(await ask(clerk)).toMatchObject({ mayReadPrices: false, prices: null })
    const investor = callerWith({ tenantId: world.tenantId, scope, permissions: [], roles: ['vip'] })
    const { mayReadPrices, prices } = await ask(investor)
    expect(mayReadPrices).toBe(true)
    expect(prices).toMatchObject({ stations: 1, of: 1 })
    expect(prices?.periods[0]?.from).toBe(at('2026-11-19T16:00:00Z'))
    const elsewhere = { ...scope, stations: [newId()] }
    expect(await ask({ ...investor, scope: elsewhere })).toMatchObject({ mayReadPrices: true, prices: null })
  })
})

describe('the day of each kind of person', () => {
  const top = async (as = world.as): Promise<string[]> => (await world.ask('/api/home/figures', {}, { as })).data.top
  const someone = (permissions: string[]) => callerWith({ tenantId: world.tenantId, permissions })

  test('has figures of its own on top, and nothing beyond its rights', async () => {
    await world.charge(100_000n)
    expect(await top()).toEqual(['revenue', 'energy', 'orders', 'utilisation'])
    const repair = someone(['assets.pile:read', 'gateway.command:read', 'gateway.command:firmware'])
    expect(await top(repair)).toEqual(['faults', 'offline', 'failedCommands', 'never'])
    expect(Object.keys(await figures(repair))).not.toContain('revenue')
    expect(await figures(repair)).toMatchObject({ failedCommands: { value: 0, yesterday: 0 } })
    expect((await world.ask('/api/home/stations', {}, { as: repair })).data).toMatchObject({ list: [], total: 0 })
  })

  test('of finance: what was paid, what is owed and how it stood, which days are open', async () => {
    await world.charge(100_000n)
    world.nextDay()
    const finance = someone([
      'charging.order:read',
      'charging.abnormal:read',
      'finance.dailyBill:read',
      'finance.dayClose:read',
      'finance.dayClose:close',
      'ledger.account:read',
    ])
    expect(await top(finance)).toEqual(['received', 'receivable', 'daysToClose', 'abnormalAmount'])
    const { received, receivable, daysToClose } = await figures(finance)
    expect(daysToClose).toMatchObject({ value: 1, day: DAY })
    expect(received).toMatchObject({ value: '0.00' })
    expect(received?.course?.at(-1)).toBe('16.15')
    expect(receivable).toMatchObject({ value: '0.00', of: 0 })
    expect(receivable?.course).toHaveLength(14)
  })

  test('ranks stations by the time in which they charged, and gives the utilisation of all', async () => {
    await world.charge(100_000n)
    const { data } = await world.ask('/api/home/stations')
    expect(data).toMatchObject({ by: 'utilisation', total: 1, list: [{ revenue: '16.15', energy: '10.0000' }] })
    const { utilisation } = await figures()
    expect(utilisation?.value).toBe(data.list[0].utilisation)
    // 30 minutes of one connector; the day began at 16:00 UTC.
    const elapsed_min = (world.clock.now() - at('2026-11-19T16:00:00Z')) / 60_000
    const percent = (100 * 30) / (data.list[0].connectors * elapsed_min)
    expect(Number(utilisation?.value)).toBeCloseTo(percent, 1)
    expect(Number(utilisation?.yesterday)).toBe(0)
    const local = callerWith({
      tenantId: world.tenantId,
      scope: { operators: null, stations: [newId()], investors: null },
    })
    expect((await world.ask('/api/home/stations', {}, { as: local })).data.list).toEqual([])
  })

  test('names the piles that the action of a fault restarts', async () => {
    await connection({ online: true, since: world.clock.now(), fault: true })
    expect((await todo()).find(one => one.kind === 'fault')?.targets).toEqual([world.pile.id])
  })

  test('of repair: every pile in fault by its code, every one that is away, and the stations by what is usable', async () => {
    const repair = someone(['assets.pile:read', 'assets.station:read', 'gateway.command:firmware'])
    const since = world.clock.now()
    await connection({ online: true, since, fault: true })
    const pile = { id: world.pile.id, code: world.pile.code }
    expect(await todo(repair)).toMatchObject([
      { kind: 'fault', severity: 'critical', subject: 'GroundFailure', pile, since, targets: [pile.id] },
    ])
    // Others have one item for all.
    expect((await todo()).find(one => one.kind === 'fault')).not.toHaveProperty('pile')
    await connection({ online: false, since: since - OFFLINE_AFTER_MS })
    expect(await todo(repair)).toMatchObject([
      { kind: 'offline', severity: 'warning', subject: null, pile, since: since - OFFLINE_AFTER_MS },
    ])
    const well = await world.server.db.platform(async tx => {
      const station = await aStation(tx, { tenantId: world.tenantId, status: 'open' })
      const { id } = await aPile(tx, station, {})
      await tx.execute(
        'insert into gateway_pile_state (tenant_id, pile_id, station_id, online) values ($1, $2, $3, true)',
        [world.tenantId, id, station.id],
      )
      await tx.execute(
        `insert into gateway_connector_state (tenant_id, pile_id, connector, state, at) values ($1, $2, 1, 'idle', $3)`,
        [world.tenantId, id, new Date(since)],
      )
      const waiting = await aStation(tx, { tenantId: world.tenantId, status: 'open' })
      await aPile(tx, waiting, {})
      await refreshLive(tx, { piles: [], stations: [station.id, waiting.id] })
      return { usable: station.id, waiting: waiting.id }
    })
    const { data } = await world.ask('/api/home/stations', {}, { as: repair })
    expect(data.by).toBe('availability')
    expect(data.list.map((one: { id: string }) => one.id)).toEqual([world.pile.stationId, well.usable, well.waiting])
  })
})
