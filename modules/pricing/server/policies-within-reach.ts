import { stationsInReach } from '@wattyard/assets/server'
import { type Caller, Refusal, type Tx } from '@wattyard/server-kit'
import { placesRunning } from './place/running-places.ts'

/**
 * Returns the policies that the caller may change: those that are or will be in force only at stations of the caller's scope.
 * Callers who see the whole tenant may change all; a policy in force nowhere may be changed by everybody.
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

/**
 * Checks that the caller may change a policy.
 * @throws Refusal `kernel.sharedRows` when it is in force at stations outside the caller's scope
 */
export async function mustReachPolicy(tx: Tx, caller: Caller, policyId: string, at: number): Promise<void> {
  const reached = await policiesWithinReach(tx, caller, [policyId], at)
  if (!reached.has(policyId)) throw new Refusal('kernel.sharedRows', { status: 403 })
}
