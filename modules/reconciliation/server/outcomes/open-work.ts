import { type Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, textList, type Tx } from '@wattyard/server-kit'
import { COMPARED_FAMILIES } from '../files/families.ts'

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

/**
 * Returns how many days within a time have no sound file, of channels that have one of an earlier day: those that somebody reconciles.
 * Days that a person waived do not count.
 * Both days are included.
 */
export async function missingFileDays(
  tx: Tx,
  tenantId: string,
  { from, to }: { readonly from: BusinessDay; readonly to: BusinessDay },
): Promise<number> {
  const [found] = await tx.query(
    { count: col.integer },
    `with f as (select channel_id, first_day, last_day from reconciliation_file where tenant_id = $1 and state = 'sound' and family = any($4::text[]))
     select count(*)::int as count from (select channel_id, min(first_day) as since from f group by channel_id) c
     cross join lateral generate_series(greatest(c.since, $2::date), $3::date, interval '1 day') d
     where not exists (select 1 from reconciliation_day w where w.tenant_id = $1 and w.channel_id = c.channel_id and w.day = d::date and w.waiver is not null)
       and not exists (select 1 from f where f.channel_id = c.channel_id and d::date between f.first_day and f.last_day)`,
    [tenantId, from, to, textList(COMPARED_FAMILIES)],
  )
  return found?.count ?? 0
}
