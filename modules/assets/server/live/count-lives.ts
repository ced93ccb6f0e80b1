import { type Caller, scoped, type Tx, col } from '@wattyard/server-kit'
import { type LiveCounts, pile, PILE_LIVES, type PileLiveStatus } from '../../contract/index.ts'

/**
 * Returns the number of the caller's piles in each live status. Home counts with it; the device wall and the lists count rows of
 * the same column.
 */
export async function countLives(tx: Tx, caller: Caller): Promise<LiveCounts> {
  const where = scoped(caller, pile)
  const rows = await tx.query(
    { live: col.oneOf(PILE_LIVES), count: col.integer },
    `select live, count(*)::int as count from assets_pile where ${where.text} group by live`,
    where.values,
  )
  const counts: Partial<Record<PileLiveStatus, number>> = {}
  for (const { live, count } of rows) counts[live] = count
  return counts
}
