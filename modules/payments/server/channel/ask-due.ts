import { col, type Database, eachByItself, type Tx } from '@wattyard/server-kit'
import { type Clock, SECOND_MS } from '@wattyard/time'

/** Longer than a call takes with the fetching of certificates; after it the call counts as lost. */
export const CLAIM_MS = 30 * SECOND_MS
const BATCH = 32
const AT_ONCE = 8
/** The beat comes again in a second; what else it does waits for it too. */
const MOST_ROUNDS = 20

/** Columns of what a channel is asked about: what is done next, when, and the call that is being made. */
export const askingColumns = <T extends string, L extends string>(tasks: readonly T[], ladders: readonly L[]) => ({
  task: col.oneOf(tasks).orNull,
  ladder: col.oneOf(ladders).orNull,
  asked: col.integer,
  due_at: col.instant.orNull,
  claim: col.uuid.orNull,
  sent_at: col.instant.orNull,
  unknown_answers: col.integer,
})

/** Returns whether the next step of a row is due; epoch ms. */
export const isDue = <R extends { readonly due_at: number | null }>(row: R | null, now: number): row is R =>
  row !== null && row.due_at !== null && row.due_at <= now

/** What is asked about, and how: each step in a transaction of its own, and none open while the channel is asked. */
export interface DueWork<Claimed, Row> {
  /** Returns what is due at an instant, of all tenants, oldest first. In a transaction of the platform. */
  due(tx: Tx, at: number, most: number): Promise<{ tenantId: string; id: string }[]>
  /** Takes one; null when there is nothing to ask. What must be marked before a call is marked here. */
  claim(tx: Tx, id: string): Promise<Claimed | null>
  /** Asks, and returns what to do with the answer once the row is locked again. */
  ask(claimed: Claimed): Promise<(tx: Tx, row: Row) => Promise<unknown>>
  lock(tx: Tx, tenantId: string, id: string): Promise<Row | null>
}

async function askOne<Claimed, Row>(
  db: Database,
  work: DueWork<Claimed, Row>,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<void> {
  const claimed = await db.tenant(tenantId, tx => work.claim(tx, id))
  if (!claimed) return
  const follow = await work.ask(claimed)
  await db.tenant(tenantId, async tx => {
    const row = await work.lock(tx, tenantId, id)
    if (row) await follow(tx, row)
  })
}

/**
 * Asks about whatever is due, in rounds until nothing is. One that fails keeps its claim and does not hold up the others.
 * @returns number of rows that were asked about
 */
export async function askAllDue<Claimed, Row>(
  { db, clock }: { db: Database; clock: Clock },
  work: DueWork<Claimed, Row>,
  signal?: AbortSignal,
): Promise<number> {
  let asked = 0
  for (let round = 0; round < MOST_ROUNDS && !signal?.aborted; round++) {
    const due = await db.platform(tx => work.due(tx, clock.now(), BATCH), { readOnly: true })
    if (due.length === 0) break
    asked += due.length
    await eachByItself(due, one => askOne(db, work, one), { atOnce: AT_ONCE, nameOf: one => one.id })
  }
  return asked
}
