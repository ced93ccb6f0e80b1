import { type Call, Refusal, storePublication, type Tx } from '@wattyard/server-kit'
import { encodeSnapshot, hashSnapshot, tariffOfDraft, version } from '../contract/index.ts'
import { type PolicyRow, ratingPolicyOf, type VersionRow } from './rows.ts'
import { placesRunning } from './running-places.ts'

/** What a version is sealed with: the canonical text that rating reads, and its hash. Rounding and zone are the policy's now. */
export function sealOf(
  draft: Pick<VersionRow, 'id' | 'plans'>,
  policy: Pick<PolicyRow, 'zone' | 'rounding' | 'energy_decimals'>,
): { snapshot: string; hash: string } {
  const snapshot = { tariff: tariffOfDraft(draft.plans, draft.id, policy.zone), policy: ratingPolicyOf(policy) }
  return { snapshot: encodeSnapshot(snapshot), hash: hashSnapshot(snapshot) }
}

interface Publishing {
  tenantId: string
  draft: Pick<VersionRow, 'id' | 'plans'>
  policy: Pick<PolicyRow, 'zone' | 'rounding' | 'energy_decimals'>
  /** In force from ≤ at < to, epoch ms. */
  from: number
  to: number | null
  publisher: string
  now: number
}

/** Turns a draft's row into a published one, for demo and tests; answers the hash of its snapshot. */
export async function storePublished(
  tx: Tx,
  { tenantId, draft, policy, from, to, publisher, now }: Publishing,
): Promise<string> {
  const columns = sealOf(draft, policy)
  await storePublication(tx, version, { tenantId, id: draft.id, publisher, now, times: { from, to }, columns })
  return columns.hash
}

/** Without a version its places have no price: only for somebody who says that he knows. */
export async function refuseInUse({ tx }: Pick<Call, 'tx'>, policyId: string, now: number): Promise<void> {
  const running = await placesRunning(tx, [policyId], now)
  if (running.length > 0)
    throw new Refusal('pricing.versionInUse', {
      params: { count: running.length },
      detail: { needsConfirm: 'evenIfInUse', places: running.slice(0, 50) },
    })
}
