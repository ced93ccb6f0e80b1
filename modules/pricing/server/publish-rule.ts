import { joinedAccounts } from '@wattyard/identity/server'
import { limitOf } from '@wattyard/platform/server'
import { stationsByIds, stationsInReach } from '@wattyard/assets/server'
import type { CommandCall, SecondPersonRule, Tx } from '@wattyard/server-kit'
import type { version } from '../contract/index.ts'
import type { Wiring } from './ports.ts'
import { publicationOf } from './publish-version.ts'
import { nameOfPolicy, type VERSION_INNER, type VersionRow } from './rows.ts'
import { placesRunning } from './running-places.ts'
import { policyOf } from './versions.ts'

type Rule = SecondPersonRule<typeof version, 'publish', typeof VERSION_INNER>
type Draft = Pick<VersionRow, 'edited_by_id'>

/** Off unless the tenant switches it on in its limits. */
const FROM_FEN = null

/**
 * Whether a draft has been looked at by one person only: the caller, or somebody whose account was lately in the same hand
 * (decision 316), edited it last. When editor and publisher are two people already, nobody else has to agree.
 */
async function isOwnWork({ tx, caller }: Pick<CommandCall, 'tx' | 'caller'>, draft: Draft): Promise<boolean> {
  if (draft.edited_by_id === null) return false
  return draft.edited_by_id === caller.userId || (await joinedAccounts(tx, caller.userId)).includes(draft.edited_by_id)
}

/** Whether publishing would wait for another person, if this caller asked for it now. */
export async function needsOtherPerson(call: Pick<CommandCall, 'tx' | 'caller'>, draft: Draft): Promise<boolean> {
  return (await limitOf(call.tx, 'pricing.version:publish', FROM_FEN)) !== null && isOwnWork(call, draft)
}

/** Publishing waits for a second pair of eyes. It moves no money, so the request has no amount. */
export function publishRule(wiring: Wiring): Rule {
  return {
    from_fen: FROM_FEN,
    side: 'none',
    async weigh(call, row, input) {
      await publicationOf(wiring, call, row, input)
      // Whoever agrees is another person than the one who asked; that they did not edit is no reason to ask again.
      return call.approval || (await isOwnWork(call, row)) ? {} : null
    },
    subject: async ({ tx }, row) => `${nameOfPolicy(await policyOf(tx, row.policy_id), 'zh')} · v${row.number}`,
    restsOn: ['version'],
    /** What goes into the prices besides the draft, and whose time they end. */
    async alsoRestsOn(call, row, input) {
      const { policy, planned } = await publicationOf(wiring, call, row, input)
      return {
        policy: [policy.zone, policy.rounding, policy.energy_decimals].join(' '),
        ends: planned.ends?.id ?? null,
      }
    },
    async place({ tx, caller }, row) {
      const reached = await stationsInReach(tx, caller)
      return reached === null ? null : stationOf(tx, row.policy_id, reached, wiring.clock.now())
    },
  }
}

/**
 * A station for the request of somebody who sees only a part of the company, so that they and their colleagues find it: one
 * where the policy runs, else any of theirs.
 */
async function stationOf(tx: Tx, policyId: string, reached: ReadonlySet<string>, now: number) {
  const running = (await placesRunning(tx, [policyId], now)).flatMap(({ stationId }) => stationId ?? [])
  const [id] = running.length > 0 ? running : reached
  const station = id === undefined ? undefined : (await stationsByIds(tx, [id])).get(id)
  return station ? { station_id: station.id, operator_id: station.operatorId } : null
}
