import { connectorKey } from '@wattyard/assets/server'
import { exactAmount, energy, fen, EXACT_PER_FEN, type Price, sumFen, ZERO_FEN, ZERO_PRICE } from '@wattyard/money'
import { findTags, walletsOf } from '@wattyard/members/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { versionSnapshots } from '@wattyard/pricing/server'
import type { Tx } from '@wattyard/server-kit'
import { FALLBACK_RATED_W, inFlight, type SupervisedOrder, type SupervisorLimits } from '../../contract/index.ts'
import type { Directory } from '../start/directory.ts'
import { endProofOf, mayHaveMetered, readEndSigns } from './end-signs.ts'
import { fundsOf, highestPrice, liveCost } from '../facts/live-cost.ts'
import type { ChargingPorts, ConnectorReport } from '../ports.ts'
import { socToPermille } from '../facts/state-of-charge.ts'
import { noteIdle, type WatchedRow } from './watch-store.ts'

/** An order in one run: its row, and the input of the rules. */
export interface Supervised {
  row: WatchedRow
  order: SupervisedOrder
}

export interface Surroundings {
  ports: ChargingPorts
  directory: Directory
  limitsOf: (tenantId: string) => SupervisorLimits
  now: number
}

/** Collects the input of the rules for each order; a few statements for any number of orders. */
export async function gatherOrders(
  tx: Tx,
  rows: readonly WatchedRow[],
  { ports, directory, limitsOf, now }: Surroundings,
): Promise<Supervised[]> {
  const pileIds = [...new Set(rows.map(row => row.pile_id))]
  const lives = await ports.piles.lives(tx, pileIds)
  const piles = await directory.piles(tx, pileIds, now)
  const idle = await idleFrames(tx, rows, ports)
  const running = rows.filter(row => row.state === 'charging' || row.state === 'stopping')
  const signs = await readEndSigns(tx, running, ports.piles)
  const answers = await ports.piles.commandEnds(
    tx,
    rows.flatMap(row =>
      row.state === 'starting' && row.start_command !== null
        ? [{ tenantId: row.tenant_id, id: row.start_command }]
        : [],
    ),
  )
  const supervised = rows.map((row): Supervised => {
    const endProof = endProofOf(row, signs.get(row.id), now)
    return {
      row,

      order: {
        id: row.id,
        state: row.state,
        placedAt: row.created_at,
        startSentAt: row.start_sent_at ?? (row.state === 'starting' ? row.created_at : null),
        startAnswer: answers.get(row.start_command ?? '')?.state ?? null,
        stopSentAt: row.stop_sent_at ?? (row.state === 'stopping' ? row.last_fact_at : null),
        stopTries: row.stop_tries ?? 0,
        startedAt: row.transaction_id === null ? null : row.started_at,
        heardAt: row.last_fact_at,
        energyAt: row.energy_at ?? row.started_at,
        powerW: row.live_power_w,
        ratedPowerW: piles.get(row.pile_id)?.power_w ?? FALLBACK_RATED_W,
        socPermille: socToPermille(row.live_soc_ppm),
        endedAt: row.ended_at,
        idleFrames: idle.get(row.id) ?? 0,
        pileOfflineSince: lives.get(row.pile_id)?.offlineSince ?? null,
        endProof,
        hasMetered: mayHaveMetered(row, endProof),
        prepaid: null,
        done: new Set(row.done),
      },
    }
  })
  await addPrepaid(tx, supervised, limitsOf, now)
  return supervised
}

/** Returns the number of consecutive idle reports of charging orders' connectors since the order began. */
async function idleFrames(
  tx: Tx,
  rows: readonly WatchedRow[],
  { piles }: ChargingPorts,
): Promise<ReadonlyMap<string, number>> {
  const charging = rows.filter(row => row.state === 'charging')
  const reports = await piles.connectors(tx, [...new Set(charging.map(row => row.pile_id))])
  const counts = new Map<string, number>()
  const changed: { row: WatchedRow; idle_at: number | null; idle_frames: number }[] = []
  for (const row of charging) {
    const seen = countIdle(row, reports.get(connectorKey(row.pile_id, row.connector_number)))
    counts.set(row.id, seen.idle_frames)
    if (seen.idle_frames !== (row.idle_frames ?? 0)) changed.push({ row, ...seen })
  }
  await noteIdle(tx, changed)
  return counts
}

function countIdle(
  row: WatchedRow,
  report: ConnectorReport | undefined,
): { idle_at: number | null; idle_frames: number } {
  const before = row.idle_frames ?? 0
  // A disconnected pile reports nothing; earlier reports still count.
  if (report === undefined || report.state === 'offline') return { idle_at: row.idle_at, idle_frames: before }
  if (report.state !== 'idle' || report.at <= row.started_at || (report.idle?.heardAt ?? 0) <= row.created_at)
    return { idle_at: null, idle_frames: 0 }
  if (row.idle_at !== null && report.at <= row.idle_at) return { idle_at: row.idle_at, idle_frames: before }
  return { idle_at: report.at, idle_frames: before + 1 }
}

interface Near {
  supervised: Supervised
  snapshot: PriceSnapshot
  price: Price
}

/**
 * Reads the wallet only for orders whose hold may be used up, at the highest possible price and with the energy until a stop
 * takes effect. For all others the rule cannot apply.
 */
async function addPrepaid(
  tx: Tx,
  supervised: readonly Supervised[],
  limitsOf: (tenantId: string) => SupervisorLimits,
  now: number,
): Promise<void> {
  const paying = supervised.filter(({ row }) => row.state === 'charging' && row.member_id !== null)
  const snapshots = await versionSnapshots(tx, [...new Set(paying.flatMap(({ row }) => row.price_hash ?? []))])
  const prices = new Map([...snapshots].map(([hash, snapshot]) => [hash, highestPrice(snapshot)]))
  const near = paying.flatMap((one): Near[] => {
    const snapshot = snapshots.get(one.row.price_hash ?? '')
    const price = prices.get(one.row.price_hash ?? '') ?? ZERO_PRICE
    if (!snapshot || price === ZERO_PRICE) return []
    const reserve = inFlight(one.order, price, now, limitsOf(one.row.tenant_id).stop_reaction_ms)
    const most = fen(exactAmount(price, energy(one.row.live_energy ?? 0n)) / EXACT_PER_FEN + 1n)
    const held = fen(one.row.hold_principal_fen + one.row.hold_gift_fen)
    return sumFen([most, reserve]) < held ? [] : [{ supervised: one, snapshot, price }]
  })
  if (near.length === 0) return
  const members = near.map(({ supervised: { row } }) => ({ tenantId: row.tenant_id, memberId: row.member_id ?? '' }))
  const wallets = await walletsOf(tx, members)
  const tags = await findTags(
    tx,
    near.map(({ supervised: { row } }) => ({ tenantId: row.tenant_id, tag: row.tag ?? '' })),
    now,
  )
  near.forEach(({ supervised: { row, order }, snapshot, price }, i) => {
    const wallet = wallets.get(row.member_id ?? '')
    const cost = liveCost(row, snapshot)
    if (!wallet || cost === null) return
    const own = fundsOf({ principal: row.hold_principal_fen, gift: row.hold_gift_fen }, wallet)
    const credit = tags[i]?.policy.credit_limit_fen ?? ZERO_FEN
    order.prepaid = { funds: sumFen([own, credit]), cost: cost.total, price }
  })
}
