import { type Call, col, Refusal, storePublication, type Tx } from '@wattyard/server-kit'
import { encodeSnapshot, hashSnapshot, priceRange, tariffOfDraft, version } from '../contract/index.ts'
import { type PolicyRow, ratingPolicyOf, type VersionRow } from './rows.ts'
import { snapshotsByHash } from './price-book.ts'
import { placesRunning } from './place/running-places.ts'

/**
 * Returns the columns that publication seals: the canonical text used by rating, and its hash. Rounding and zone are the policy's
 * present ones.
 */
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

/** Publishes a draft's row, for demo and tests. Returns the hash of its snapshot. */
export async function storePublished(
  tx: Tx,
  { tenantId, draft, policy, from, to, publisher, now }: Publishing,
): Promise<string> {
  const columns = sealOf(draft, policy)
  await storePublication(tx, version, { tenantId, id: draft.id, publisher, now, times: { from, to }, columns })
  return columns.hash
}

/**
 * Refuses to retire a version in use, because its places would have no price. The caller can confirm with `evenIfInUse`.
 * @throws Refusal `pricing.versionInUse`
 */
export async function refuseInUse({ tx }: Pick<Call, 'tx'>, policyId: string, now: number): Promise<void> {
  const running = await placesRunning(tx, [policyId], now)
  if (running.length > 0)
    throw new Refusal('pricing.versionInUse', {
      params: { count: running.length },
      detail: { needsConfirm: 'evenIfInUse', places: running.slice(0, 50) },
    })
}

/** Returns the lowest and the highest price of a published version, as the log tells them; null without such a version. */
export async function priceRangeOf(tx: Tx, versionId: string): Promise<string | null> {
  const [row] = await tx.query(
    { hash: col.text.orNull },
    'select hash from pricing_version where tenant_id = $1 and id = $2',
    [tx.tenantId, versionId],
  )
  const hash = row?.hash ?? null
  const snapshot = hash === null ? undefined : (await snapshotsByHash(tx, [hash])).get(hash)
  return snapshot ? priceRange(snapshot.tariff) : null
}
