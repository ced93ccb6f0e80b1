import { formatFen, parseEnergy } from '@wattyard/money'
import { versionSnapshots } from '@wattyard/pricing/server'
import type { Tx, WireRecord } from '@wattyard/server-kit'
import type { AmountsSoFar } from '../../contract/index.ts'
import { liveCost } from './live-cost.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns whether an order still takes energy or is not known to have stopped, so that nothing is billed yet. */
const isUnderWay = ({ state, endedAt }: WireRecord): boolean =>
  endedAt === null && ['starting', 'charging', 'stopping', 'abnormal'].includes(text(state))

/**
 * Adds the cost of the energy so far at their own price to running orders, as the monitor does; null when no energy was reported
 * yet or it cannot be rated.
 */
export async function addAmountsSoFar(tx: Tx, orders: readonly WireRecord[]): Promise<void> {
  const running = orders.filter(isUnderWay)
  const hashes = new Set(running.map(({ priceHash }) => text(priceHash)).filter(Boolean))
  const snapshots = await versionSnapshots(tx, [...hashes])
  for (const order of running) {
    const { startedAt, lastFactAt, liveEnergy, priceHash } = order
    const row = {
      started_at: Number(startedAt),
      last_fact_at: Number(lastFactAt),
      live_energy: typeof liveEnergy === 'string' ? parseEnergy(liveEnergy) : null,
    }
    const cost = row.live_energy === null ? null : liveCost(row, snapshots.get(text(priceHash)) ?? null)
    order.soFar =
      cost &&
      ({
        electricity: formatFen(cost.electricity),
        service: formatFen(cost.service),
        total: formatFen(cost.total),
      } satisfies AmountsSoFar)
  }
}
