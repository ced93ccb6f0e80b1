import type { DraftMeterRead } from '@wattyard/ocpp-frame'
import type { Incoming } from './incoming.ts'
import type { Work } from './resolve-transactions.ts'
import type { StoredTransaction } from './transaction-store.ts'

/*
 * OCPP 2.0.1, cable first (decision 314): the cable opens a transaction, and a later call says who charges.
 */

/** What names the payer of a session that its cable had begun, if this call does and nobody was accepted before. */
export function lateBeginning({ call }: Incoming, transaction: StoredTransaction): DraftMeterRead | null {
  if (transaction.stopped || transaction.decision?.verdict === 'accepted') return null
  return call?.drafts.find(draft => draft.kind === 'meter-read' && draft.begins) as DraftMeterRead | null // its kind is asked
}

/**
 * A remote start of ours may name the payer of a session that its cable had begun (2.0.1 F02): the session that waits for
 * that start goes on with the id of the pile's, and with its begin.
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

/** The session's own verdict is now that on its tag; written with the batch. */
export function noteBeginning(item: Incoming, work: Work): void {
  const transaction = item.transaction as StoredTransaction | null // assigned above
  if (transaction === null) return
  transaction.decision = item.decision
  transaction.tag = item.call?.tag ?? null
  const isNew = work.created.includes(transaction) || work.reused.includes(transaction)
  if (!isNew && !work.started.includes(transaction)) work.started.push(transaction)
}
