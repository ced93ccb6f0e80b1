import { assetsModule, connectorKey } from '@wattyard/assets/server'
import { aPile, aStation, quietPorts } from '@wattyard/assets/testing'
import type { Fact } from '@wattyard/gateway/contract'
import { createTenant } from '@wattyard/identity/server'
import { ledgerModule } from '@wattyard/ledger/server'
import { followMemberReversals, MEMBER_CHECKS, membersModule } from '@wattyard/members/server'
import type { TestMember } from '@wattyard/members/testing'
import { followPaymentReversals, LOT_CHECKS, paymentsForMembers, paymentsModule } from '@wattyard/payments/server'
import { aChannel, aPayingMember, paymentsWorld } from '@wattyard/payments/testing'
import { energy } from '@wattyard/money'
import { platformModule } from '@wattyard/platform/server'
import { pricingModule } from '@wattyard/pricing/server'
import { aPrice } from '@wattyard/pricing/testing'
import { type Caller, createLiveBus, type LiveEvent, newId } from '@wattyard/server-kit'
import { testDatabase, callerWith, type TestServer, testServer } from '@wattyard/testing'
import { businessDayOf, type SettableClock, settableClock } from '@wattyard/time'
import { chargingModule } from '../server/charging-module.ts'
import { chargingForMembers } from '../server/for-members.ts'
import { followReversals } from '../server/order/follow-reversals.ts'
import { createFactHandler } from '../server/facts/handle-facts.ts'
import { type OrderRow, readOrders, StaleOrder } from '../server/order/order-row.ts'
import { pastSessions } from '../server/read/past-sessions.ts'
import type { ChargingPorts, ConnectorReport, PileAsk, PilePort, StartAsk, StopAsk } from '../server/ports.ts'
import { StartBook } from '../server/start/start-book.ts'

export const START = Date.parse('2026-11-20T02:00:00Z')
const MINUTE = 60_000

/** Test piles that record commands and report what the test tells them to. */
export interface TestPiles extends PilePort {
  stops: StopAsk[]
  starts: StartAsk[]
  asked: PileAsk[]
  /** Disconnects a pile as of an instant. */
  cut(pileId: string, since: number): void
  /** Makes a pile boot at an instant. */
  boots(pileId: string, at: number): void
  /** From now on every stop is answered `rejected`, at this instant. */
  refuseStops(at: number): void
  says(pileId: string, connector: number, report: Pick<ConnectorReport, 'state' | 'at'> & { heardAt?: number }): void
  forget(): void
}

function testPiles(): TestPiles {
  const offline = new Map<string, number>()
  const reports = new Map<string, ConnectorReport>()
  const boots = new Map<string, number>()
  const refusals = new Map<string, number>()
  let refusesAt: number | null = null
  const stops: StopAsk[] = []
  const starts: StartAsk[] = []
  const asked: PileAsk[] = []
  return {
    stops,
    starts,
    asked,
    async stop(_tx, ask) {
      stops.push(ask)
      const id = newId()
      if (refusesAt !== null) refusals.set(id, refusesAt)
      return id
    },
    async start(_tx, ask) {
      starts.push(ask)
      return { commandId: newId(), orderId: newId() }
    },
    async askMeter(_tx, ask) {
      asked.push(ask)
      return newId()
    },
    commandEnds: async (_tx, commands) =>
      new Map(
        commands.flatMap(({ id }) => (refusals.has(id) ? [[id, { state: 'rejected', at: refusals.get(id)! }]] : [])),
      ), // just looked up
    lives: async (_tx, ids) =>
      new Map(ids.map(id => [id, { offlineSince: offline.get(id) ?? null, bootedAt: boots.get(id) ?? null }])),
    connectors: async () => reports,
    cut: (pileId, since) => void offline.set(pileId, since),
    boots: (pileId, at) => void boots.set(pileId, at),
    refuseStops: at => {
      refusesAt = at
    },
    says: (pileId, connector, { state, at, heardAt = at }) => {
      const key = connectorKey(pileId, connector)
      const idle = state === 'idle' ? { at, heardAt } : (reports.get(key)?.idle ?? null)
      reports.set(key, { state, at, idle })
    },
    forget() {
      stops.length = 0
      starts.length = 0
      asked.length = 0
      offline.clear()
      reports.clear()
      boots.clear()
      refusals.clear()
      refusesAt = null
    },
  }
}

export interface ChargingWorld {
  server: TestServer
  ports: ChargingPorts & { piles: TestPiles }
  clock: SettableClock
  tenantId: string
  as: Caller
  member: TestMember
  /** Ids of payment channels that are open. */
  channels: { bank: string; cash: string }
  pile: Awaited<ReturnType<typeof aPile>>
  live: LiveEvent[]
  /** Facts through the real handler, each call one transaction. */
  tell(...facts: Fact[]): Promise<void>
  /** A session's facts: `session({ minutes: 30 })` starts at the clock's now. */
  session(given?: Partial<SessionGiven>): SessionFacts
  row(id: string): Promise<OrderRow>
}

interface SessionGiven {
  id: string
  /** Defaults to the world's own pile and its first connector. */
  pileId: string
  connector: number
  tag: string | null
  /** 1e-4 kWh. */
  meterStart: bigint
}

/** Makes the facts of one session, one by one. */
export interface SessionFacts {
  id: string
  started(): Fact
  /** Energy since the start, 1e-4 kWh. */
  read(energySince: bigint, given?: { powerW?: number; socPermille?: number }): Fact
  stopped(energySince: bigint | null, reason?: string): Fact
}

let frames = 0

function facts(
  world: { clock: SettableClock; tenantId: string; pileId: string; tag: string | null },
  given: Partial<SessionGiven>,
): SessionFacts {
  const { id = newId(), connector = 1, meterStart = 1_000_000n, tag = world.tag, pileId = world.pileId } = given
  const base = () => {
    const now = world.clock.now()
    return {
      frame: `1:${++frames}`,
      tenantId: world.tenantId,
      pileId,
      receivedAt: now,
      deviceAt: now,
      at: now,
      clock: 'device' as const,
      sessionId: id,
      connector,
      seqNo: null,
      offline: false,
    }
  }
  return {
    id,
    started: () => ({
      ...base(),
      kind: 'session-started',
      transactionId: `T${id.slice(-8)}`,
      tag,
      method: 'tag',
      meterStart: energy(meterStart),
      reservationId: null,
      verdict: 'accepted',
    }),
    read: (energySince, { powerW = 60_000, socPermille } = {}) => ({
      ...base(),
      kind: 'meter-read',
      samples: [
        {
          at: world.clock.now(),
          context: 'periodic',
          register: energy(meterStart + energySince),
          interval: null,
          powerW,
          currentMa: null,
          voltageMv: null,
          socPermille: socPermille ?? null,
          temperatureDeciC: null,
          other: [],
        },
      ],
    }),
    stopped: (energySince, reason = 'Local') => ({
      ...base(),
      kind: 'session-stopped',
      tag: null,
      meterStop: energySince === null ? null : energy(meterStart + energySince),
      reason,
      samples: [],
    }),
  }
}

export interface WorldWishes {
  /** Fen in the member's wallet. */
  principal?: bigint
  gift?: bigint
  /** Without a price, sessions cannot be billed. */
  priced?: boolean
}

/** The real modules over one database; each test makes its own tenants in it. */
export interface ChargingServer {
  server: TestServer
  ports: ChargingPorts & { piles: TestPiles }
  clock: SettableClock
  live: LiveEvent[]
  /** Recently accepted starts. */
  starts: StartBook
  tell(...facts: Fact[]): Promise<void>
  /** Makes a new tenant; clears recorded commands and sets the clock back to START. */
  world(wishes?: WorldWishes): Promise<ChargingWorld>
  close(): Promise<void>
}

export async function chargingServer(): Promise<ChargingServer> {
  const clock = settableClock(START)
  const bus = createLiveBus()
  const live: LiveEvent[] = []
  bus.subscribe(event => live.push(event))
  const piles = testPiles()
  const ports = { piles, live: bus, clock }
  const db = await testDatabase()
  const server = await testServer({
    db,
    modules: [
      platformModule,
      ledgerModule({
        dayOf: async (_tx, _tenant, at) => businessDayOf(at, 'Asia/Shanghai'),
        followers: [followMemberReversals, followReversals(ports), followPaymentReversals],
        checks: [...LOT_CHECKS, ...MEMBER_CHECKS],
      }),
      assetsModule(quietPorts()),
      pricingModule({ pastSessions, clock }),
      membersModule({ ...paymentsForMembers, ...chargingForMembers }),
      paymentsModule(paymentsWorld(db, ports)),
      chargingModule(ports),
    ],
  })
  const starts = new StartBook()
  const handler = createFactHandler({ clock, live: bus, starts })
  const handle = (told: Fact[]) => server.db.platform(tx => handler.handle(tx, told))
  // Like the gateway's consumer: when an order was changed meanwhile, the batch is repeated.
  const tell = (...told: Fact[]) =>
    handle(told).catch((error: unknown) => (error instanceof StaleOrder ? handle(told) : Promise.reject(error)))
  return {
    server,
    ports,
    clock,
    live,
    starts,
    tell,
    async world(wishes = {}) {
      clock.set(START)
      live.length = 0
      piles.forget()
      return makeWorld({ server, ports, clock, live, tell }, wishes)
    },
    close: () => server.close(),
  }
}

/** A tenant with a station, a pile of 120 kW with two connectors, a price, and a member with a card. */
async function makeWorld(
  base: Pick<ChargingServer, 'server' | 'ports' | 'clock' | 'live' | 'tell'>,
  { principal = 20_000n, gift = 0n, priced = true }: WorldWishes,
): Promise<ChargingWorld> {
  const { server, clock } = base
  const { db } = server
  const code = `t${newId().slice(-10)}`
  const { tenantId } = await db.platform(tx => createTenant(tx, { code, name: '测试', profile: 'demo' }))
  const { pile, member, channels } = await db.tenant(tenantId, async tx => {
    const station = await aStation(tx, { tenantId })
    if (priced) await aPrice(tx, { tenantId })
    return {
      pile: await aPile(tx, station),
      member: await aPayingMember(tx, tenantId, { principal, gift }),
      channels: { bank: await aChannel(tx, tenantId, 'bank'), cash: await aChannel(tx, tenantId, 'cash') },
    }
  })
  return {
    ...base,
    tenantId,
    as: callerWith({ tenantId }),
    member,
    channels,
    pile,
    session: (given = {}) => facts({ clock, tenantId, pileId: pile.id, tag: member.tag }, given),
    async row(id) {
      const [row] = await db.platform(tx => readOrders(tx, [id]))
      if (!row) throw new Error(`no order ${id}`)
      return row
    },
  }
}

/** Advances the clock. */
export function wait(world: Pick<ChargingWorld, 'clock'>, minutes: number): void {
  world.clock.set(world.clock.now() + minutes * MINUTE)
}
