import { errorWord, writeError, writeResult } from '@wattyard/ocpp-frame'
import type { Database } from '@wattyard/server-kit'
import type { StartDecider } from '../ports.ts'
import { isTransient, restAfter } from '../transient.ts'
import type { Incoming } from './incoming.ts'
import { insertFrames } from './insert-frames.ts'
import { resolveBatch, storeTransactions, TakenElsewhere, type Work } from './resolve-transactions.ts'
import type { TransactionLookup } from './transaction-lookup.ts'

/** Pauses between tries while the database is away; piles wait unanswered meanwhile. */
const RETRY_MS = [50, 200, 1_000, 2_000, 5_000]
const MAX_RETRIES = 60
const UNIQUE_VIOLATION = '23505'

export interface CommitContext {
  db: Database
  stream: number
  decider: StartDecider
  heartbeat_s: number
  now(): number
  /** The database does not accept a batch; called at every try. */
  failing(error: unknown, attempt: number): void
  stopped(): boolean
}

/** Result of a batch: the stored frames with the transactions they touched, and the frames that could not be stored. */
export interface Committed {
  stored: readonly Incoming[]
  lookups: readonly TransactionLookup[]
  failed: readonly { item: Incoming; error: unknown }[]
}

/**
 * What the last try found and created. It is used although the try failed, when its commit took effect but the confirmation was
 * lost.
 */
interface Try {
  work: Work | null
}

/**
 * Stores a batch in one transaction. When the database is unreachable it is tried again; when something in the batch itself makes
 * the transaction fail, the batch is halved until the faulty frame stands alone: that one is refused, the others are stored. A
 * connection that breaks during the commit leaves open whether the batch is stored; the frames' numbers tell (trust F-04).
 */
export async function commitBatch(context: CommitContext, batch: readonly Incoming[]): Promise<Committed> {
  const last: Try = { work: null }
  for (let attempt = 0; ; attempt++) {
    try {
      if (attempt === 0 || !(await isStored(context, batch))) await storeOnce(context, batch, last)
      const lookup = last.work?.lookup ?? null
      return { stored: batch, lookups: lookup === null ? [] : [lookup], failed: [] }
    } catch (error) {
      // A unique key taken by an earlier try: its commit completed after we had checked.
      const isEcho = attempt > 0 && error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION
      const again = isTransient(error) || error instanceof TakenElsewhere || isEcho
      if (again && attempt < MAX_RETRIES && !context.stopped()) {
        context.failing(error, attempt)
        await restAfter({ error, attempt, db: context.db }, RETRY_MS)
        continue
      }
      const [only] = batch
      if (again || (batch.length === 1 && only !== undefined))
        return { stored: [], lookups: [], failed: batch.map(item => ({ item, error })) }
      return halve(context, batch)
    }
  }
}

async function halve(context: CommitContext, batch: readonly Incoming[]): Promise<Committed> {
  const middle = batch.length >>> 1
  const first = await commitBatch(context, batch.slice(0, middle))
  const second = await commitBatch(context, batch.slice(middle))
  return {
    stored: [...first.stored, ...second.stored],
    lookups: [...first.lookups, ...second.lookups],
    failed: [...first.failed, ...second.failed],
  }
}

async function storeOnce(context: CommitContext, batch: readonly Incoming[], last: Try): Promise<void> {
  for (const item of batch) reset(item)
  last.work = null
  await context.db.platform(async tx => {
    const work = await resolveBatch(tx, batch, context.decider, context.now())
    last.work = work
    for (const item of batch) item.answer ??= answerTo(item, context)
    const frames = insertFrames(tx, context.stream, batch)
    if (work !== null) await Promise.all([frames, storeTransactions(tx, work)])
    await frames
  })
}

/** Whether the batch is stored. All frames of a batch are stored or none, so one number tells. */
async function isStored({ db, stream }: CommitContext, [first]: readonly Incoming[]): Promise<boolean> {
  if (first === undefined) return true
  const rows = await db.platform(tx =>
    tx.query('select 1 from gateway_frame where stream = $1 and seq = $2', [stream, first.seq]),
  )
  return rows.length > 0
}

/** Resets an item so that another try starts from the frame alone. */
function reset(item: Incoming): void {
  if (item.call === null) return
  item.answer = null
  item.transaction = null
  item.decision = null
  item.sessionId = null
}

function answerTo(item: Incoming, context: CommitContext): string | null {
  const { call, driver, messageId } = item
  if (call === null || messageId === null) return null
  const payload = driver.answer(call, {
    now: context.now(),
    heartbeat_s: context.heartbeat_s,
    decision: item.decision,
    transactionId: item.transaction?.transactionId ?? null,
  })
  return writeResult(messageId, payload)
}

/** CALLERROR for a call that could not be stored: the pile keeps the message and sends it again. */
export function internalError(item: Incoming): string | null {
  if (item.messageId === null || item.direction === 'out') return null
  return writeError(item.messageId, errorWord(item.protocol, 'internal'), 'the message could not be stored')
}
