import type { DraftMeterRead } from '@wattyard/ocpp-frame'
import type { Incoming } from './incoming.ts'
import type { Work } from './resolve-transactions.ts'
import type { StoredTransaction } from './transaction-store.ts'

/* OCPP 2.0.1, cable first (decision 314): plugging in opens a transaction, and a later call names the payer. */

/** The draft that names the payer of a session opened by plugging in, if this call has one and no payer was accepted before. */
export function lateBeginning({ call }: Incoming, transaction: StoredTransaction): DraftMeterRead | null {
  if (transaction.stopped || transaction.decision?.verdict === 'accepted') return null
  return call?.drafts.find(draft => draft.kind === 'meter-read' && draft.begins) as DraftMeterRead | null // its kind is asked
}

/**
 * Handles a remote start of ours that names the payer of a session opened by plugging in (2.0.1 F02): the session reserved for
 * that remote start continues under the pile's transaction id and keeps its beginning.
 */
export function beginLate(transaction: StoredTransaction, item: Incoming, { lookup }: Work): void {
  const draft = lateBeginning(item, transaction)
  if (!draft) return
  const { tag, remoteStartId = null } = draft
  const connector = draft.connector ?? transaction.connector
  const remote = item.runtime.findRemoteStart({ tag, connector, remoteStartId }, item.receivedAt)
  const placed = remote?.sessionId ?? null
  if (remote === null || placed === null || lookup.placedSessions.has(placed)) return
  lookup.placedSessions.add(placed)
  transaction.sessionId = placed
  transaction.method = 'remote'
  transaction.remoteStartId = remote.remoteStartId
}

/** Makes the verdict on the tag the session's own; it is written with the batch. */
export function noteBeginning(item: Incoming, work: Work): void {
  const transaction = item.transaction as StoredTransaction | null // assigned above
  if (transaction === null) return
  transaction.decision = item.decision
  transaction.tag = item.call?.tag ?? null
  const isNew = work.created.includes(transaction) || work.reused.includes(transaction)
  if (!isNew && !work.started.includes(transaction)) work.started.push(transaction)
}
