import type { PileKind } from '@wattyard/app-simulator'
import type { Energy } from '@wattyard/money'
import { registersByPile } from '@wattyard/charging/server'
import { type Pile, pilesOfTenant, prepareDemoAssets, type ReportedWords, reportedWords } from '@wattyard/assets/server'
import { addCredentials, fleetKey, pilesWithKeys } from '@wattyard/gateway/server'
import { prepareDemoCompanies } from '@wattyard/companies/server'
import { tenantById } from '@wattyard/identity/server'
import { activeTags, prepareDemoMembers } from '@wattyard/members/server'
import { prepareDemoPayments } from '@wattyard/payments/server'
import { prepareDemoPayables } from '@wattyard/payables/server'
import { prepareDemoPrices } from '@wattyard/pricing/server'
import type { App, Database, Tx } from '@wattyard/server-kit'
import { addDays, businessDayOf } from '@wattyard/time'
import type { Logger } from 'pino'
import type { Composition, World } from '../compose.ts'
import { type DemoFleet, type FleetMember, startDemoFleet } from './demo-fleet.ts'
import { closePast } from './demo-close.ts'
import { beginHistory, endHistory, type PastMember, playHistory } from './demo-history.ts'
import type { Environment } from '../environment.ts'

export interface DemoPlace {
  tenantId: string
  dataFolder: string
  permissions: readonly string[]
  publicUrl: string
  fleetSecret: string
  /** Number of past days for a newly created demo; 0 is none. */
  historyDays: number
}

/** Creates the demonstration's tenant on the first start; later starts find it. */
export async function prepareDemo(db: Database, { identity, clock }: Composition, place: DemoPlace): Promise<void> {
  const { tenantId } = place
  await db.platform(async tx => {
    const { created, operators } = await identity.prepareDemoTenant(tx, place)
    const [a, b, c] = operators
    if (!created || !a || !b || !c) return
    const { stations, piles } = await prepareDemoAssets(tx, {
      tenantId,
      operatorIds: [a.id, b.id, c.id],
      qrPrefix: `${place.publicUrl}/c/`,
    })
    const companies = await prepareDemoCompanies(tx, { tenantId, now: clock.now(), operators })
    await prepareDemoPrices(tx, { tenantId, now: clock.now(), stations })
    const members = await prepareDemoMembers(tx, { tenantId, now: clock.now() })
    const channels = await prepareDemoPayments(tx, { tenantId, members })
    await prepareDemoPayables(tx, { tenantId, now: clock.now(), companies, channels })
    if (place.historyDays > 0)
      await beginHistory(tx, { tenantId, until: clock.now(), days: place.historyDays, members })
    await addCredentials(
      tx,
      piles.map(pile => ({
        tenantId,
        pileId: pile.id,
        profile: 'plain' as const,
        key: fleetKey(place.fleetSecret, pile.identity),
      })),
    )
  })
}

/** Limit above the demo's number of piles. */
const MAX_PILES = 100

const KINDS: readonly [minPower_w: number, kind: PileKind][] = [
  [150_000, 'dc-180'],
  [90_000, 'dc-120'],
  [30_000, 'dc-60'],
  [0, 'ac-7'],
]

/** Returns the properties of a pile that its simulation needs. */
function simulated(pile: Pile, words: ReadonlyMap<string, ReportedWords>) {
  return {
    identity: pile.identity,
    kind: KINDS.find(([power_w]) => pile.power_w >= power_w)?.[1] ?? 'ac-7',
    power_w: pile.power_w,
    connectors: pile.connectorCount,
    connectorsPerEvse: pile.connectorsPerEvse,
    version: pile.protocol === 'ocpp201' ? ('ocpp2.0.1' as const) : ('ocpp1.6' as const),
    ...words.get(pile.id),
  }
}

/**
 * Replays the demo's past and closes its days except yesterday, which is left to the newcomer; on the first start only.
 * @returns whether the past was completed now
 */
export async function prepareHistory(world: World, app: App, place: DemoPlace, signal?: AbortSignal): Promise<boolean> {
  const { tenantId, fleetSecret, dataFolder } = place
  const { piles, words, tenant } = await world.db.platform(async tx => ({
    piles: await pilesOfTenant(tx, tenantId, MAX_PILES),
    words: await reportedWords(tx, tenantId),
    tenant: await tenantById(tx, tenantId),
  }))
  const members = piles.map(
    (pile): PastMember => ({ ...simulated(pile, words), pileId: pile.id, stationId: pile.stationId }),
  )
  const zone = tenant?.zone ?? 'Asia/Shanghai'
  const until = await playHistory(world, { tenantId, fleetSecret, piles: members, zone }, signal)
  if (until === null) return false
  await closePast({ app, db: world.db, tenantId, dataFolder, until: addDays(businessDayOf(until, zone), -2) })
  await endHistory(world.db, until)
  return true
}

/**
 * Returns the register of a virtual meter in whole Wh: it continues from its last message; a new one gets a distinct start value.
 */
function registerOf(last: Energy | undefined, index: number): number {
  return last === undefined ? 10_000 + index * 1_357 : Number(last / 10n) + 1
}

/**
 * Returns the piles that have the fleet's key: every pile of the demo whose key was not replaced. Drivers come to the first
 * `driven` of them, the others stay idle. All connect, because a pile with a past that is not connected would count as missing.
 */
export async function fleetOf(
  tx: Tx,
  { tenantId, secret, driven }: { tenantId: string; secret: string; driven: number },
): Promise<FleetMember[]> {
  const known = (await pilesOfTenant(tx, tenantId, MAX_PILES)).map(pile => ({
    pile,
    tenantId,
    pileId: pile.id,
    key: fleetKey(secret, pile.identity),
  }))
  const ours = await pilesWithKeys(tx, known)
  const registers = await registersByPile(tx, tenantId)
  const words = await reportedWords(tx, tenantId)
  return known
    .filter(({ pileId }) => ours.has(pileId))
    .map(({ pile, key }, index) => ({
      ...simulated(pile, words),
      stationKey: key,
      register_wh: registerOf(registers.get(pile.id), index),
      idle: index >= driven,
    }))
}

/** Piles with a story: one out of order, one that a driver has reserved, and one that nobody has switched on for days. */
const OUT_OF_ORDER = 'WY-SZ004-06'
const RESERVED = 'WY-SZ002-06'
const SWITCHED_OFF = 'WY-SZ005-04'

/** Returns the piles of a fleet in the states that a day in operation has. */
export function inTheirStates(piles: readonly FleetMember[]): FleetMember[] {
  return piles
    .filter(({ identity }) => identity !== SWITCHED_OFF)
    .map(pile => {
      if (pile.identity === OUT_OF_ORDER) return { ...pile, begins: 'fault' }
      return pile.identity === RESERVED ? { ...pile, begins: 'reserved' } : pile
    })
}

/** Starts the demo's virtual piles against this server. */
export async function startFleet(
  db: Database,
  env: Environment,
  tenantId: string,
  secret: string,
  log: Logger,
): Promise<DemoFleet> {
  const { piles, tags, zone } = await db.platform(async tx => ({
    piles: await fleetOf(tx, { tenantId, secret, driven: env.demoFleet }),
    tags: await activeTags(tx, tenantId),
    zone: (await tenantById(tx, tenantId))?.zone ?? 'Asia/Shanghai',
  }))
  return startDemoFleet({
    url: `${env.tls ? 'wss' : 'ws'}://127.0.0.1:${env.port}/ocpp`,
    folder: env.dataFolder,
    piles: inTheirStates(piles),
    tags,
    zone,
    log,
  })
}
