import { newestJournals } from '@wattyard/ledger/server'
import { continueIdsAfter, type Database } from '@wattyard/server-kit'
import type { Logger } from 'pino'

/** Clock difference of two machines on one database that is not worth a warning. */
const WORTH_TELLING_MS = 60_000

/** Makes new ids follow those of the books, also after a clock that was ahead has been set back. */
export async function keepIdsAscending(db: Database, log: Logger): Promise<void> {
  const newest = await db.platform(tx => newestJournals(tx), { readOnly: true })
  const last = newest
    .map(({ id }) => id)
    .toSorted()
    .at(-1)
  if (last === undefined) return
  const ahead_ms = continueIdsAfter(last)
  if (ahead_ms > WORTH_TELLING_MS)
    log.warn(
      { ahead_s: Math.round(ahead_ms / 1_000) },
      'the newest journal was made on a clock that was ahead; ids go on after it',
    )
}
