import { completeDraft, type DraftFact, type Envelope } from '@wattyard/ocpp-frame'
import type { Fact, StartVerdict } from '../../contract/facts.ts'
import { wireIdOf } from '../ingest/reused-id.ts'
import type { Transaction } from '../ingest/transaction.ts'

/** What the gateway knows of the session a frame speaks of. */
export interface SessionKnowledge {
  sessionId: string | null
  transaction: Pick<Transaction, 'transactionId' | 'connector' | 'method' | 'remoteStartId'> | null
  /** Our verdict on the start, as stored. */
  verdict: StartVerdict | null
}

/**
 * Drafts of one frame to facts. Pure, and fed by stored values only: the same frame read again after a crash gives
 * equal facts.
 */
export function toFacts(drafts: readonly DraftFact[], envelope: Envelope, known: SessionKnowledge): Fact[] {
  const facts: Fact[] = []
  for (const draft of drafts) facts.push(toFact(draft, envelope, known))
  return facts
}

function toFact(draft: DraftFact, envelope: Envelope, known: SessionKnowledge): Fact {
  const { sessionId, transaction, verdict } = known
  switch (draft.kind) {
    case 'session-started': {
      const { transactionId, connector, method, remoteStartId, ...rest } = completeDraft(draft, envelope)
      return {
        ...rest,
        sessionId: sessionId ?? '',
        connector: connector ?? transaction?.connector ?? 0,
        transactionId: transaction ? wireIdOf(transaction.transactionId) : (transactionId ?? ''),
        method: transaction?.method ?? method,
        remoteStartId: remoteStartId ?? transaction?.remoteStartId ?? null,
        verdict: verdict ?? 'accepted',
      }
    }
    case 'meter-read':
    case 'session-stopped': {
      const { transactionId, connector, ...rest } = completeDraft(draft, envelope)
      // Only ids of piles tell anything without their start; ours (1.6) were given to it. Readings are many, stops few.
      const name = draft.kind === 'session-stopped' && rest.seqNo !== null ? { transactionId: transactionId ?? '' } : {}
      return { ...rest, ...name, sessionId: sessionId ?? '', connector: connector ?? transaction?.connector ?? 0 }
    }
    case 'pile-booted':
    case 'connector-status':
    case 'fault-raised':
    case 'firmware-reported':
    case 'diagnostics-reported':
      return completeDraft(draft, envelope)
  }
}
