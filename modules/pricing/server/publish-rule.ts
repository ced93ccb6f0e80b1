import { joinedAccounts } from '@wattyard/identity/server'
import { limitOf } from '@wattyard/platform/server'
import { stationsByIds, stationsInReach } from '@wattyard/assets/server'
import { type CommandCall, isOwnWork, type Tx, type TwoPeople } from '@wattyard/server-kit'
import type { version } from '../contract/index.ts'
import type { Wiring } from './ports.ts'
import { nameOfPolicy, type VERSION_INNER, type VersionRow } from './rows.ts'
import { placesRunning } from './place/running-places.ts'
import { policyOf } from './versions.ts'

/**
 * Returns whether publishing would wait for another person, if this caller asked for it now. Off unless the tenant
 * switches it on.
 */
export async function needsOtherPerson(
  call: Pick<CommandCall, 'tx' | 'caller'>,
  draft: Pick<VersionRow, 'edited_by_id'>,
): Promise<boolean> {
  return (await limitOf(call.tx, 'pricing.version:publish', null)) !== null && isOwnWork(joinedAccounts, call, draft)
}

/** Returns the second-person rule of publishing a price. */
export function publishedByTwo(wiring: Wiring): TwoPeople<typeof version, typeof VERSION_INNER> {
  return {
    joined: joinedAccounts,
    subject: async ({ tx }, row) => `${nameOfPolicy(await policyOf(tx, row.policy_id), 'zh')} · v${row.number}`,
    // A published policy has to be assigned before anybody is charged by it.
    next: row => `/pricePollcy/operPrice?policy=${row.policy_id}&version=${row.id}`,
    async alsoRestsOn({ tx }, row) {
      const { zone, rounding, energy_decimals } = await policyOf(tx, row.policy_id)
      return { policy: [zone, rounding, energy_decimals].join(' ') }
    },
    async place({ tx, caller }, row) {
      const reached = await stationsInReach(tx, caller)
      return reached === null ? null : stationOf(tx, row.policy_id, reached, wiring.clock.now())
    },
  }
}

/**
 * Returns a station for the request of a caller with limited scope, so that caller and colleagues can find it: one where the
 * policy is in force, else any of the caller's.
 */
async function stationOf(tx: Tx, policyId: string, reached: ReadonlySet<string>, now: number) {
  const running = (await placesRunning(tx, [policyId], now)).flatMap(({ stationId }) => stationId ?? [])
  const [id] = running.length > 0 ? running : reached
  const station = id === undefined ? undefined : (await stationsByIds(tx, [id])).get(id)
  return station ? { station_id: station.id, operator_id: station.operatorId } : null
}
