import {
  completeDraft,
  type DraftMeterRead,
  type DraftSessionStarted,
  type DraftSessionStopped,
} from '@wattyard/ocpp-frame'
import { newId, type Tx } from '@wattyard/server-kit'
import type { StartDecider, StartDecision, StartRequest } from '../ports.ts'
import { readingKeyOf, sessionOfReading, sessionOfStop, stopKeyOf } from './find-session.ts'
import type { Incoming } from './incoming.ts'
import { beginLate, lateBeginning, noteBeginning } from './late-beginning.ts'
import { mintTransactionId } from './mint.ts'
import { formerKeyOf, isReuse } from './reused-id.ts'
import { TransactionLookup } from './transaction-lookup.ts'
import {
  insertTransactions,
  type StoredTransaction,
  takeOverIds,
  writeStarts,
  writeStops,
} from './transaction-store.ts'

/**
 * Finds or creates the session of every call of a batch and has every start and tag decided. Nothing outside the batch changes:
 * what has to be written is in the result, and the piles' memories are updated after the commit. Null when the batch concerns no
 * session.
 */
export async function resolveBatch(
  tx: Tx,
  batch: readonly Incoming[],
  decider: StartDecider,
  now: number,
): Promise<Work | null> {
  const speaking = batch.filter(item => item.call !== null && (item.call.session !== null || item.call.ask !== null))
  if (speaking.length === 0) return null
  const lookup = new TransactionLookup()
  await lookup.load(tx, speaking, now)
  const work: Work = { lookup, created: [], started: [], stopped: [], reused: [] }
  for (const item of speaking) assign(item, work)
  await decide(tx, speaking, work, decider)
  for (const { transaction } of speaking) if (transaction !== null) lookup.touch(transaction as StoredTransaction) // assigned above
  for (const stopped of work.stopped) lookup.touch(stopped)
  return work
}

/** What a batch found and created. */
export interface Work {
  lookup: TransactionLookup
  created: StoredTransaction[]
  /** Known from later messages; their start has now arrived. */
  started: StoredTransaction[]
  stopped: StoredTransaction[]
  /** New sessions under an id that a former session had; that one is stored under another key. */
  reused: StoredTransaction[]
}

function assign(item: Incoming, work: Work): void {
  const session = item.call?.session
  if (!session) return
  const transaction =
    session.phase === 'start'
      ? startOf(item, work)
      : session.idsOfPile
        ? eventOf(item, work)
        : session.phase === 'stop'
          ? stopOf(item, work)
          : readingOf(item, work)
  if (transaction !== null && transaction !== undefined) beginLate(transaction, item, work)
  item.transaction = transaction
  item.sessionId = transaction?.sessionId ?? null
  if (transaction !== null && session.phase === 'stop' && !transaction.stopped) {
    transaction.stopped = true
    transaction.stopAt = item.call?.drafts.find(draft => draft.kind === 'session-stopped')?.deviceAt ?? null
    if (!work.created.includes(transaction) && !work.reused.includes(transaction)) work.stopped.push(transaction)
  }
}

function startOf(item: Incoming, work: Work): StoredTransaction {
  const { wireId, startKey } = item.call?.session ?? { wireId: null, startKey: null }
  const draft = item.call?.drafts[0] as DraftSessionStarted // a start's first draft is its start
  const known =
    startKey === null ? work.lookup.byId(item.runtime, wireId ?? '') : work.lookup.byStartKey(item.runtime, startKey)
  if (known !== undefined && wireId !== null) {
    const former = work.lookup.byId(item.runtime, formerKeyOf(wireId, draft))
    if (former !== undefined) return former
    if (isReuse(known, draft)) return reuse(item, known, draft, work)
  }
  if (known !== undefined) {
    if (known.decision === null && !work.started.includes(known) && !work.created.includes(known))
      work.started.push(known)
    if (known.decision === null) describeStart(known, item, draft)
    return known
  }
  const transaction = blank(item, wireId ?? mintTransactionId(), draft.connector)
  transaction.minted = wireId === null
  transaction.startKey = startKey
  takePlacedSession(transaction, item, draft, work)
  describeStart(transaction, item, draft)
  return create(transaction, work)
}

/** The pile names another charge like one that has ended. */
function reuse(item: Incoming, known: StoredTransaction, draft: DraftSessionStarted, work: Work): StoredTransaction {
  const wireId = known.transactionId
  const transaction = blank(item, wireId, draft.connector)
  takePlacedSession(transaction, item, draft, work)
  describeStart(transaction, item, draft)
  work.lookup.rename(known, formerKeyOf(wireId, known))
  work.lookup.add(transaction)
  if (work.created.includes(known) || work.reused.includes(known)) {
    // The former session is from the same batch: anything stored under the id is already found by its own key.
    if (work.reused.includes(known)) work.reused.splice(work.reused.indexOf(known), 1, transaction)
    else work.created.push(transaction)
    if (!work.created.includes(known)) work.created.push(known)
  } else {
    work.created.push(known)
    work.reused.push(transaction)
  }
  work.lookup.reusedIds.push({ pileId: transaction.pileId, transactionId: wireId })
  return transaction
}

function remoteStartOf(item: Incoming, { tag, connector, remoteStartId }: DraftSessionStarted) {
  return item.runtime.findRemoteStart({ tag, connector, remoteStartId }, item.receivedAt)
}

/** A start that was ordered from afar is the session that waits for it, once. */
function takePlacedSession(
  transaction: StoredTransaction,
  item: Incoming,
  draft: DraftSessionStarted,
  { lookup }: Work,
): void {
  const placed = remoteStartOf(item, draft)?.sessionId ?? null
  if (placed === null || lookup.placedSessions.has(placed)) return
  lookup.placedSessions.add(placed)
  transaction.sessionId = placed
}

/**
 * Sets the details of a start. OCPP 1.6 does not say who requested it; a remote start of ours that waits for this tag and
 * connector does.
 */
function describeStart(transaction: StoredTransaction, item: Incoming, draft: DraftSessionStarted): void {
  const remote = remoteStartOf(item, draft)
  transaction.connector = draft.connector ?? transaction.connector
  transaction.tag = draft.tag
  transaction.deviceAt = draft.deviceAt
  transaction.meterStart = draft.meterStart
  transaction.method = remote === null ? draft.method : 'remote'
  transaction.remoteStartId = draft.remoteStartId ?? remote?.remoteStartId ?? null
}

/** OCPP 2.x: the pile makes the id, so an unknown id is a session whose start is late or lost. */
function eventOf(item: Incoming, work: Work): StoredTransaction {
  const wireId = item.call?.session?.wireId ?? ''
  return work.lookup.byId(item.runtime, wireId) ?? create(blank(item, wireId, connectorOf(item)), work)
}

function readingOf(item: Incoming, work: Work): StoredTransaction | null {
  const wireId = item.call?.session?.wireId ?? null
  const draft = item.call?.drafts[0] as DraftMeterRead // a 1.6 update is a meter reading
  const known = wireId === null ? undefined : work.lookup.byId(item.runtime, wireId)
  if (known !== undefined) return known
  const meant = sessionOfReading(wireId, draft, work.lookup.known(item.runtime))
  if (meant !== null) return meant as StoredTransaction // taken from the list of stored ones
  if (wireId === null) return null
  const key = readingKeyOf(wireId, draft)
  return work.lookup.byId(item.runtime, key) ?? create(blank(item, key, draft.connector), work)
}

function stopOf(item: Incoming, work: Work): StoredTransaction {
  const wireId = item.call?.session?.wireId ?? null
  const draft = item.call?.drafts[0] as DraftSessionStopped // a 1.6 stop
  const known = wireId === null ? undefined : work.lookup.byId(item.runtime, wireId)
  if (known !== undefined) return known
  const key = stopKeyOf(wireId, draft)
  const replayed = work.lookup.byId(item.runtime, key)
  if (replayed !== undefined) return replayed
  const alias = blank(item, key, draft.connector)
  const meant = sessionOfStop(wireId, draft, work.lookup.open(item.runtime)) as StoredTransaction | null // as above
  if (meant !== null) {
    alias.sessionId = meant.sessionId
    alias.connector = meant.connector
    meant.stopped = true
    meant.stopAt = draft.deviceAt
    work.stopped.push(meant)
  }
  return create(alias, work)
}

function connectorOf(item: Incoming): number | null {
  for (const draft of item.call?.drafts ?? [])
    if ('transactionId' in draft && draft.connector !== null) return draft.connector
  return null
}

function blank(item: Incoming, transactionId: string, connector: number | null): StoredTransaction {
  return {
    tenantId: item.runtime.tenantId,
    pileId: item.runtime.pileId,
    transactionId,
    sessionId: newId(item.receivedAt),
    minted: false,
    connector,
    startKey: null,
    tag: null,
    deviceAt: null,
    meterStart: null,
    method: null,
    remoteStartId: null,
    decision: null,
    stopped: false,
    stopAt: null,
  }
}

function create(transaction: StoredTransaction, work: Work): StoredTransaction {
  work.created.push(transaction)
  work.lookup.add(transaction)
  return transaction
}

/**
 * Has new starts and tags decided. A start that was decided before keeps its verdict, whatever has changed since: the pile may
 * only be repeating it.
 */
async function decide(tx: Tx, items: readonly Incoming[], work: Work, decider: StartDecider): Promise<void> {
  const asking: Incoming[] = []
  const deciding = new Set<StoredTransaction>()
  /** Tags that begin a session opened by plugging in: decided like any start. */
  const begins = new Set<Incoming>()
  for (const item of items) {
    const ask = item.call?.ask
    if (!ask) continue
    const transaction = item.transaction as StoredTransaction | null // assigned above
    if (ask === 'start' && transaction !== null) {
      if (transaction.decision !== null || deciding.has(transaction)) continue
      deciding.add(transaction)
    }
    if (ask === 'tag' && transaction !== null && !deciding.has(transaction) && lateBeginning(item, transaction)) {
      deciding.add(transaction)
      begins.add(item)
    }
    asking.push(item)
  }
  if (asking.length > 0) {
    const decisions = await decider.decide(
      tx,
      asking.map(item => ({ ...requestOf(item), ...(begins.has(item) ? { kind: 'start' as const } : {}) })),
    )
    if (decisions.length !== asking.length)
      throw new Error(`${asking.length} starts were asked and ${decisions.length} decided`)
    for (const [index, item] of asking.entries()) {
      note(item, decisions[index])
      if (begins.has(item)) noteBeginning(item, work)
    }
  }
  // Two frames of one start in one batch share its decision.
  for (const item of items) if (item.call?.ask === 'start') item.decision ??= item.transaction?.decision ?? null
  work.started = work.started.filter(transaction => transaction.decision !== null)
}

function note(item: Incoming, decision: StartDecision | undefined): void {
  if (decision === undefined) throw new Error('a decision is missing')
  item.decision = decision
  if (item.call?.ask === 'start' && item.transaction !== null) item.transaction.decision = decision
}

function requestOf(item: Incoming): StartRequest {
  const { call, runtime, transaction } = item
  if (call === null || call.ask === null) throw new Error('a call that asks nothing has no request')
  const draft = call.drafts[0]
  const envelope = {
    frame: '',
    tenantId: runtime.tenantId,
    pileId: runtime.pileId,
    receivedAt: item.receivedAt,
    skew_ms: item.skew_ms,
  }
  const completed = draft === undefined ? null : completeDraft(draft, envelope)
  const start = completed?.kind === 'session-started' ? completed : null
  return {
    kind: call.ask,
    tenantId: runtime.tenantId,
    pileId: runtime.pileId,
    stationId: runtime.stationId,
    connector: transaction?.connector ?? null,
    tag: call.tag,
    method: transaction?.method ?? 'tag',
    sessionId: transaction?.sessionId ?? null,
    // A pile's claim of a remote start counts only if we sent one.
    remoteStartId: start === null ? null : (remoteStartOf(item, start)?.remoteStartId ?? null),
    reservationId: start?.reservationId ?? null,
    meterStart: start?.meterStart ?? null,
    at: completed?.at ?? item.receivedAt,
    offline: start?.offline ?? false,
  }
}

/** Writes what a batch changes besides the frames; called in the same transaction. */
export async function storeTransactions(tx: Tx, work: Work): Promise<void> {
  const now = Date.now()
  const [taken] = await Promise.all([
    insertTransactions(tx, work.created, now),
    writeStarts(tx, work.started),
    writeStops(tx, work.stopped, now),
  ])
  // Last: from here on the id's row belongs to another session, whatever was written under it above.
  await takeOverIds(tx, work.reused, now)
  if (taken.length > 0) throw new TakenElsewhere()
}

/**
 * A random id was in use, or another process stored the same session between our check and our write. The batch is tried again:
 * it makes another id, or finds the session.
 */
export class TakenElsewhere extends Error {
  constructor() {
    super('a transaction id was taken meanwhile')
    this.name = 'TakenElsewhere'
  }
}
