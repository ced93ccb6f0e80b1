import { type Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, type Tx } from '@wattyard/server-kit'

/** Differences that nobody has ended, of all channels of a company. */
export interface OpenDifferences {
  readonly count: number
  /** When the oldest was found, epoch ms. */
  readonly oldest: number | null
  /** What they come to, whichever way each of them goes. */
  readonly amount: Fen
}

/** @param upTo the last day whose differences count; absent: all */
export async function openDifferences(tx: Tx, tenantId: string, upTo?: BusinessDay): Promise<OpenDifferences> {
  const [found] = await tx.query(
    { count: col.integer, oldest: col.instant.orNull, amount: col.fen },
    `select count(*)::int as count, min(created_at) as oldest, coalesce(sum(abs(delta_fen)), 0)::bigint as amount
     from reconciliation_outcome where tenant_id = $1 and standing = 'difference' and ($2::date is null or day <= $2::date)`,
    [tenantId, upTo ?? null],
  )
  if (!found) throw new Error('a sum has a row')
  return found
}
