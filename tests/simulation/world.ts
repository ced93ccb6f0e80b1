import { aPile, aStation } from '@wattyard/assets/testing'
import {
  chargingModule,
  createFactHandler,
  createStartDecider,
  gatewayPiles,
  StartBook,
} from '@wattyard/charging/server'
import { seededRandom, type Random } from '@wattyard/charging/testing'
import { addCredentials, createGateway, type Gateway, type Settings } from '@wattyard/gateway/server'
import { type ManualTimerWheel, manualTimerWheel, type InProcessDoor, inProcessDoor } from '@wattyard/gateway/testing'
import { createTenant } from '@wattyard/identity/server'
import { aPayingMember } from '@wattyard/payments/testing'
import { aPrice } from '@wattyard/pricing/testing'
import { createLiveBus, type Database, databaseOn, type Job, newId, type Pool } from '@wattyard/server-kit'
import { type SettableClock, settableClock } from '@wattyard/time'
import type { Protocol } from './dialects.ts'
import { drawPlan, type FaultPlan } from './fault-plan.ts'
import { type DatabaseFault, type FaultyPool, faultyPool } from './faulty-pool.ts'
import type { Surroundings } from './surroundings.ts'
import { VirtualPile } from './virtual-pile.ts'

export const PILES = 50
const MEMBERS = 30
const STATIONS = 3
const MINUTE_MS = 60_000
/** Long enough that no real timer strikes while a run lasts: the run itself says when things happen. */
const NEVER_MS = 1_000_000_000

export interface SimMember {
  memberId: string
  tag: string
  funds_fen: bigint
}

/** One life of the server process. */
export interface Process {
  db: Database
  pool: FaultyPool
  gateway: Gateway
  wheel: ManualTimerWheel
  door: InProcessDoor
  jobs: readonly Job[]
  /** Resolves when this process is dead. */
  dead: Promise<void>
}

export interface World extends Surroundings {
  seed: number
  /** The plan as drawn; `plan` is what is in force. */
  drawn: FaultPlan
  base: Database
  clock: SettableClock
  tenantId: string
  stream: string
  piles: VirtualPile[]
  members: SimMember[]
  process: Process | null
  /** Processes that have died. */
  lives: number
  /** What happened, for whoever has to understand a failing seed. */
  story: string[]
  /** Statements that were sent after the end of their transaction. */
  strays: string[]
  boot(): Promise<void>
}

/** Clock faults as piles really have them (trust 5.3): seconds, minutes, hours, and a clock that was never set. */
function clockOffset(random: Random, plan: FaultPlan, now: number): number {
  if (!random.chance(plan.wrongClock)) return 0
  const far = Date.UTC(1999, 11, 31) - now
  return random.pick([20_000, -20_000, 7 * MINUTE_MS, -45 * MINUTE_MS, 9 * 60 * MINUTE_MS, -9 * 60 * MINUTE_MS, far])
}

/** A tenant of its own for the run: a price, stations, piles with keys, members with and without money. */
export async function makeWorld(pool: Pool, seed: number): Promise<World> {
  const random = seededRandom(seed)
  const plan = drawPlan(random)
  const base = databaseOn(pool)
  // Any minute of a day, so that sessions cross prices and midnights.
  const clock = settableClock(Date.UTC(2026, 4, 11) + random.int(0, 1_439) * MINUTE_MS)
  const { tenantId } = await base.platform(tx =>
    createTenant(tx, { code: `s${newId().slice(-10)}`, name: `Simulation ${seed}`, profile: 'demo' }),
  )
  const around: Surroundings = { random, clock, plan, acknowledged: [], refusals: [] }
  const { piles, members } = await base.tenant(tenantId, async tx => {
    await aPrice(tx, { tenantId })
    const stations = []
    for (let i = 0; i < STATIONS; i++) stations.push(await aStation(tx, { tenantId }))
    const made = []
    for (let index = 0; index < PILES; index++) {
      const station = stations[index % STATIONS]
      if (station === undefined) throw new Error('there are stations')
      const protocol = random.pick<Protocol>(['ocpp1.6', 'ocpp2.0.1'])
      const power_w = random.pick([7_000, 22_000, 60_000, 120_000])
      // Every third pile has two cables at each place, and half of these one meter for both.
      const connectorsPerEvse = index % 3 === 0 ? 2 : 1
      const connectors = random.int(1, 2) * connectorsPerEvse
      const pile = await aPile(tx, station, {
        power_w,
        connectorCount: connectors,
        connectorsPerEvse,
        protocol: protocol === 'ocpp1.6' ? 'ocpp16' : 'ocpp201',
      })
      const sharesMeter = connectorsPerEvse > 1 && random.chance(0.5)
      made.push({ index, pile, protocol, power_w, connectors, connectorsPerEvse, sharesMeter })
    }
    const keys = await addCredentials(
      tx,
      made.map(({ pile }) => ({ tenantId, pileId: pile.id, profile: 'plain' as const })),
    )
    const virtual = made.map(({ pile, ...traits }, i) => {
      const authorization = `Basic ${Buffer.from(`${pile.identity}:${keys[i]}`).toString('base64')}`
      return new VirtualPile(
        {
          ...traits,
          pileId: pile.id,
          identity: pile.identity,
          authorization,
          clockOffset_ms: clockOffset(random, plan, clock.now()),
          neverStops: random.chance(plan.neverStops),
          keepsIds: random.chance(0.5),
          writesAtOnce: random.chance(0.2),
          countsPerSession: random.chance(0.1),
        },
        around,
      )
    })
    const people: SimMember[] = []
    for (let i = 0; i < MEMBERS; i++) {
      const funds_fen = BigInt(random.pick([0, 300, 5_000, 20_000, 50_000, 50_000]))
      const { memberId, tag } = await aPayingMember(tx, tenantId, { principal: funds_fen, tag: `TAG${seed}N${i}` })
      people.push({ memberId, tag, funds_fen })
    }
    return { piles: virtual, members: people }
  })
  const world: World = {
    ...around,
    seed,
    drawn: { ...plan },
    base,
    clock,
    tenantId,
    stream: `simulation-${newId()}`,
    piles,
    members,
    process: null,
    lives: 0,
    story: [],
    strays: [],
    async boot() {
      // A process may die while it starts, too.
      for (let fault = drawRelapse(world); world.process === null; fault = null)
        world.process = await startProcess(pool, world, fault)
    },
  }
  return world
}

/** Statements between two lines of the gateway; drawn per life so that batches of every size occur. */
function settingsOf(random: Random, stream: string): Partial<Settings> {
  return {
    stream,
    batch: { wait_ms: NEVER_MS, frames: random.pick([1, 7, 40, 500]) },
    consume: { every_ms: NEVER_MS, facts: random.pick([1, 30, 5_000, 5_000]) },
    rate: { sustained: 1_000_000, burst: 1_000_000 },
    flush_ms: NEVER_MS,
    ping_ms: NEVER_MS,
    keyCheck_ms: NEVER_MS,
    // Asked after the boot's answer, outside the turns of the bed: two runs of a seed would interleave it differently.
    ensureMeasurands: false,
  }
}

function drawRelapse({ random, plan, lives }: World): DatabaseFault | null {
  if (lives === 0 || plan.crashes === 0 || !random.chance(0.4)) return null
  return { kind: 'crash', moment: random.pick<'before' | 'after'>(['before', 'after']), in: random.int(1, 40) }
}

/** Everything a server process holds in memory, made anew on the same database. Null when it died while starting. */
async function startProcess(base: Pool, world: World, fault: DatabaseFault | null): Promise<Process | null> {
  const { clock, random, stream } = world
  let died: () => void = () => {}
  const dead = new Promise<void>(done => {
    died = done
  })
  const pool = faultyPool(base, {
    crashed() {
      // From this moment on nothing it says arrives anywhere.
      door.die()
      died()
    },
    strays: world.strays,
  })
  if (fault !== null) pool.arm(fault)
  const db = databaseOn(pool)
  const live = createLiveBus()
  const starts = new StartBook()
  const wheel = manualTimerWheel(() => clock.now())
  const gateway = createGateway({
    db,
    live,
    log: {
      warn: (detail, message) => world.story.push(`warned: ${message} ${'err' in detail ? String(detail.err) : ''}`),
    },
    decider: createStartDecider(clock, starts),
    consumer: createFactHandler({ clock, live, starts }),
    settings: settingsOf(random, stream),
    now: () => clock.now(),
    wheel,
  })
  const door = inProcessDoor(gateway)
  const charging = chargingModule({ piles: gatewayPiles(gateway), live, clock })
  const started = await Promise.race([gateway.start().then(() => true), dead.then(() => false)]).catch(() => false)
  if (!started) {
    world.story.push(...pool.struck, 'died while starting')
    pool.kill()
    return null
  }
  return { db, pool, gateway, wheel, door, jobs: charging.jobs ?? [], dead }
}
