import { setTimeout as pause } from 'node:timers/promises'
import { type Beat, col, type Database, DatabaseAway, type Tx } from '@wattyard/server-kit'
import { type Clock, SECOND_MS } from '@wattyard/time'

/** Longer than a call takes with the fetching of certificates; after it the call counts as lost. */
export const CLAIM_MS = 30 * SECOND_MS
/** Calls at once: of one channel, so that a slow one holds up itself alone, and of all. */
const OF_ONE = 4
const OF_ALL = 64
/** What falls due is looked for this often, also while calls are under way. */
const LOOK_MS = SECOND_MS
const NAMED = 5

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

/** Something that is due, at the channel that is asked. */
export interface Due {
  tenantId: string
  id: string
  channelId: string
}

/** What is asked about, and how: each step in a transaction of its own, and none open while the channel is asked. */
export interface DueWork<Claimed, Row> {
  /**
   * Returns what is due at an instant, of all tenants, oldest first.
   * @param ofOne at most so many of one channel
   * @param busy channels that take no more now
   */
  due(at: number, ofOne: number, busy: readonly string[]): Promise<Due[]>
  /** Takes one; null when there is nothing to ask. What must be marked before a call is marked here. */
  claim(tx: Tx, id: string): Promise<Claimed | null>
  /** Asks, and returns what to do with the answer once the row is locked again. */
  ask(claimed: Claimed): Promise<(tx: Tx, row: Row) => Promise<unknown>>
  lock(tx: Tx, tenantId: string, id: string): Promise<Row | null>
}

/** Calls under way, by channel. */
class Lanes {
  private readonly lanes = new Map<string, number>()
  private readonly calls = new Set<Promise<void>>()

  get isEmpty(): boolean {
    return this.calls.size === 0
  }

  get isFull(): boolean {
    return this.calls.size >= OF_ALL
  }

  /** Channels that take no more now. */
  busy(): string[] {
    return [...this.lanes].flatMap(([channel, calls]) => (calls >= OF_ONE ? [channel] : []))
  }

  hasRoom(channel: string): boolean {
    return !this.isFull && (this.lanes.get(channel) ?? 0) < OF_ONE
  }

  /** @param call that throws nothing */
  enter(channel: string, call: Promise<void>): void {
    this.lanes.set(channel, (this.lanes.get(channel) ?? 0) + 1)
    const left = call.then(() => {
      this.calls.delete(left)
      const rest = (this.lanes.get(channel) ?? 1) - 1
      if (rest > 0) this.lanes.set(channel, rest)
      else this.lanes.delete(channel)
    })
    this.calls.add(left)
  }

  /** Waits until one of the calls has ended, or it is time to look again. */
  async someEnd(): Promise<void> {
    const waiting = new AbortController()
    const look = pause(LOOK_MS, undefined, { signal: waiting.signal }).catch(() => {})
    await Promise.race([...this.calls, look])
    waiting.abort()
  }
}

/** What could not be asked about in a run, for the error at its end. */
class Failures {
  private readonly errors: unknown[] = []
  private readonly told: string[] = []
  /** Ids of rows with the time of this process at which they failed. */
  private readonly failedAt = new Map<string, number>()
  isAway = false

  add(id: string, error: unknown): void {
    this.errors.push(error)
    if (this.told.length < NAMED) this.told.push(`${id}: ${String(error)}`)
    this.failedAt.set(id, performance.now())
    this.isAway ||= error instanceof DatabaseAway
  }

  /** A row that could not even be taken is due still; it waits as long as one whose call was lost. */
  rests(id: string): boolean {
    const at = this.failedAt.get(id)
    return at !== undefined && performance.now() - at < CLAIM_MS
  }

  /** @throws AggregateError that names what failed and why */
  mustBeNone(): void {
    if (this.errors.length > 0)
      throw new AggregateError(this.errors, `${this.errors.length} failed: ${this.told.join('; ')}`)
  }
}

/** Returns the beat of one kind of question: what falls due is asked within a second. */
export const askingBeat = (name: string, askDue: (signal?: AbortSignal) => Promise<number>): Beat => ({
  name,
  every_ms: LOOK_MS,
  lease_ms: 2 * CLAIM_MS,
  async run({ signal }) {
    await askDue(signal)
  },
})

/**
 * Asks about whatever is due until nothing is, and about what falls due while calls are under way. Each channel has a lane of its own: a slow
 * one holds up neither others nor what is new. Rows are taken one after the other, so that the connections stay with the people; two
 * processes may do this at once, because a row is taken under its lock. One that fails does not hold up the others.
 *
 * @returns number of rows that were asked about
 * @throws AggregateError at the end, for those that failed
 */
export async function askAllDue<Claimed, Row>(
  { db, clock }: { db: Database; clock: Clock },
  work: DueWork<Claimed, Row>,
  signal?: AbortSignal,
): Promise<number> {
  const lanes = new Lanes()
  const failures = new Failures()
  let asked = 0

  const call = async ({ tenantId, id }: Due, claimed: Claimed): Promise<void> => {
    try {
      const follow = await work.ask(claimed)
      await db.tenant(tenantId, async tx => {
        const row = await work.lock(tx, tenantId, id)
        if (row) await follow(tx, row)
      })
    } catch (error) {
      failures.add(id, error)
    }
  }
  /** Takes what is due and has room. Returns whether there was any. */
  const begin = async (): Promise<boolean> => {
    const due = await work.due(clock.now(), OF_ONE, lanes.busy())
    let begun = 0
    for (const one of due) {
      if (signal?.aborted || failures.isAway) break
      if (failures.rests(one.id) || !lanes.hasRoom(one.channelId)) continue
      begun++
      try {
        const claimed = await db.tenant(one.tenantId, tx => work.claim(tx, one.id))
        if (claimed) lanes.enter(one.channelId, call(one, claimed))
      } catch (error) {
        failures.add(one.id, error)
      }
    }
    asked += begun
    return begun > 0
  }

  for (;;) {
    const isStopped = signal?.aborted === true || failures.isAway
    if (!isStopped && !lanes.isFull && (await begin())) continue
    if (lanes.isEmpty) break
    await lanes.someEnd()
  }
  failures.mustBeNone()
  return asked
}
