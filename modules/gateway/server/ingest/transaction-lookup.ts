import type { DraftMeterRead, DraftSessionStarted, DraftSessionStopped } from '@wattyard/ocpp-frame'
import type { Tx } from '@wattyard/server-kit'
import type { PileRuntime } from '../connection/pile-runtime.ts'
import { readingKeyOf, stopKeyOf } from './find-session.ts'
import { formerKeyOf } from './reused-id.ts'
import type { Incoming } from './incoming.ts'
import { findById, findByStartKey, findOpen, type PileKey, type StoredTransaction } from './transaction-store.ts'

/**
 * Transactions as one batch sees them: those in the piles' memories, those in the database, and those the batch itself creates.
 * Remembered values must not change before the commit, so everything taken from them is copied.
 */
export class TransactionLookup {
  readonly #byId = new Map<string, StoredTransaction>()
  readonly #byStartKey = new Map<string, StoredTransaction>()
  readonly #byPile = new Map<string, StoredTransaction[]>()
  readonly #touched = new Set<StoredTransaction>()
  readonly #loadedPiles = new Set<PileRuntime>()
  /** Sessions of remote starts that this batch has assigned. */
  readonly placedSessions = new Set<string>()
  /** Ids that belonged to another session before. */
  readonly reusedIds: { pileId: string; transactionId: string }[] = []

  /** Three set-based look-ups at most, each only when something is not in memory. */
  async load(tx: Tx, items: readonly Incoming[], now: number): Promise<void> {
    const startKeys: PileKey[] = []
    const ids: PileKey[] = []
    const piles = new Set<PileRuntime>()
    for (const item of items) this.#want(item, startKeys, ids, piles)
    if (startKeys.length + ids.length + piles.size === 0) return
    const [byStartKey, byId, open] = await Promise.all([
      findByStartKey(tx, startKeys),
      findById(tx, ids),
      findOpen(tx, [...piles], now),
    ])
    for (const found of byStartKey) this.add(found)
    for (const found of byId) this.add(found)
    for (const found of open) {
      this.add(found)
      this.#touched.add(found)
    }
    for (const pile of piles) this.#loadedPiles.add(pile)
  }

  #want(item: Incoming, startKeys: PileKey[], ids: PileKey[], piles: Set<PileRuntime>): void {
    const { runtime, call } = item
    if (call === null || call.session === null) return
    const { tenantId, pileId } = runtime
    const { phase, wireId, startKey, idsOfPile } = call.session
    if (startKey !== null) {
      startKeys.push({ tenantId, pileId, key: startKey })
      return
    }
    const known = wireId === null ? undefined : runtime.transactions.get(wireId)
    if (idsOfPile && phase === 'start' && wireId !== null) {
      const start = call.drafts[0] as DraftSessionStarted // a start's first draft is its start
      // A start that differs from the id's own may be stored under a key of its own.
      if (known?.deviceAt !== start.deviceAt) ids.push({ tenantId, pileId, key: formerKeyOf(wireId, start) })
    }
    if (known !== undefined) {
      this.add({ ...known, tenantId, pileId })
      return
    }
    if (wireId !== null) ids.push({ tenantId, pileId, key: wireId })
    if (idsOfPile) return
    // A 1.6 id that is not in memory may be unknown: then its content and the pile's open sessions decide.
    const draft = call.drafts[0]
    if (phase === 'stop') ids.push({ tenantId, pileId, key: stopKeyOf(wireId, draft as DraftSessionStopped) })
    else if (wireId !== null) ids.push({ tenantId, pileId, key: readingKeyOf(wireId, draft as DraftMeterRead) })
    if (runtime.transactions.complete)
      for (const recent of runtime.transactions.recent()) this.add({ ...recent, tenantId, pileId })
    else piles.add(runtime)
  }

  add(transaction: StoredTransaction): void {
    const key = `${transaction.pileId} ${transaction.transactionId}`
    // One row may be found on two ways; the first copy is the one that is worked on.
    if (this.#byId.has(key)) return
    this.#byId.set(key, transaction)
    if (transaction.startKey !== null)
      this.#byStartKey.set(`${transaction.pileId} ${transaction.startKey}`, transaction)
    const list = this.#byPile.get(transaction.pileId)
    if (list === undefined) this.#byPile.set(transaction.pileId, [transaction])
    else list.push(transaction)
  }

  /** Stores a transaction under another id; the old id becomes free. */
  rename(transaction: StoredTransaction, transactionId: string): void {
    const { pileId } = transaction
    this.#byId.delete(`${pileId} ${transaction.transactionId}`)
    transaction.transactionId = transactionId
    this.#byId.set(`${pileId} ${transactionId}`, transaction)
  }

  byId(runtime: PileRuntime, transactionId: string): StoredTransaction | undefined {
    return this.#byId.get(`${runtime.pileId} ${transactionId}`)
  }

  byStartKey(runtime: PileRuntime, startKey: string): StoredTransaction | undefined {
    return this.#byStartKey.get(`${runtime.pileId} ${startKey}`)
  }

  /** Of the pile, as far as this batch looked: all that are open, and those that have ended lately. */
  known(runtime: PileRuntime): readonly StoredTransaction[] {
    return this.#byPile.get(runtime.pileId) ?? []
  }

  open(runtime: PileRuntime): StoredTransaction[] {
    return this.known(runtime).filter(one => !one.stopped)
  }

  touch(transaction: StoredTransaction): void {
    this.#touched.add(transaction)
  }

  /** Updates the piles' memories, after the commit. */
  remember(runtimeOf: (pileId: string) => PileRuntime | undefined): void {
    for (const pile of this.#loadedPiles) pile.transactions.complete = true
    for (const transaction of this.#touched) {
      const runtime = runtimeOf(transaction.pileId)
      if (runtime === undefined) continue
      runtime.transactions.remember(transaction)
      if (transaction.remoteStartId !== null) runtime.usedRemoteStart(transaction.remoteStartId)
    }
  }
}
