import { stationsInReach } from '@wattyard/assets/server'
import { type Caller, Refusal, type Tx } from '@wattyard/server-kit'
import { placesRunning } from './running-places.ts'

/**
 * Policies that somebody may change: those which run, or are planned to run, only at stations within their reach. Who sees the
 * whole tenant reaches all; one that runs nowhere concerns nobody yet.
 *
 * @param at epoch ms
 */
export async function policiesWithinReach(
  tx: Tx,
  caller: Caller,
  policyIds: readonly string[],
  at: number,
): Promise<ReadonlySet<string>> {
  const reached = await stationsInReach(tx, caller)
  if (reached === null) return new Set(policyIds)
  const beyond = new Set(
    (await placesRunning(tx, policyIds, at))
      .filter(({ stationId }) => stationId === null || !reached.has(stationId))
      .map(({ policyId }) => policyId),
  )
  return new Set(policyIds.filter(id => !beyond.has(id)))
}

/** @throws Refusal `kernel.sharedRows` when the policy runs at stations that the caller does not reach */
export async function mustReachPolicy(tx: Tx, caller: Caller, policyId: string, at: number): Promise<void> {
  const reached = await policiesWithinReach(tx, caller, [policyId], at)
  if (!reached.has(policyId)) throw new Refusal('kernel.sharedRows', { status: 403 })
}
