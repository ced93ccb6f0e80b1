import { energy } from '@wattyard/money'
import {
  completeDraft,
  type DraftFact,
  type DraftMeterRead,
  type DraftSessionStarted,
  type Envelope,
  mentionsSecret,
  veilSecrets,
} from '@wattyard/ocpp-frame'
import type { Fact, StartVerdict } from '../../contract/facts.ts'
import { wireIdOf } from '../ingest/reused-id.ts'
import type { Transaction } from '../ingest/transaction.ts'

/** What the gateway knows of the session that a frame belongs to. */
export interface SessionKnowledge {
  sessionId: string | null
  transaction: Pick<
    Transaction,
    'transactionId' | 'connector' | 'method' | 'remoteStartId' | 'tag' | 'deviceAt' | 'meterStart'
  > | null
  /** Our verdict on the start, as stored. */
  verdict: StartVerdict | null
}

/**
 * Turns the drafts of one frame into facts. Pure, and fed only with stored values: the same frame read again after a crash gives
 * equal facts.
 */
export function toFacts(drafts: readonly DraftFact[], envelope: Envelope, known: SessionKnowledge): Fact[] {
  const facts: Fact[] = []
  for (const draft of drafts) {
    const start = draft.kind === 'meter-read' ? startBehind(draft, known) : null
    if (start !== null) facts.push(toFact(start, envelope, known))
    facts.push(toFact(draft, envelope, known))
  }
  return facts
}

/**
 * The start fact of a session that was opened by plugging in the cable before our remote start named its payer: the start was
 * first reported under another session, which ends here without a charge.
 */
function startBehind(draft: DraftMeterRead, { transaction }: SessionKnowledge): DraftSessionStarted | null {
  if (!draft.begins || transaction?.method !== 'remote' || transaction.tag !== draft.tag) return null
  return {
    kind: 'session-started',
    transactionId: transaction.transactionId,
    connector: draft.connector ?? transaction.connector,
    deviceAt: transaction.deviceAt ?? draft.deviceAt,
    seqNo: null,
    offline: draft.offline,
    tag: draft.tag,
    method: 'remote',
    meterStart: transaction.meterStart === null ? null : energy(transaction.meterStart),
    reservationId: null,
    remoteStartId: draft.remoteStartId ?? transaction.remoteStartId,
  }
}

/**
 * Whether a start without a tag belongs to a session that was begun later with a tag, or continued as another session: the stored
 * verdict is then no longer the one on this start.
 */
function isUnauthorised(tag: string | null, transaction: SessionKnowledge['transaction']): boolean {
  return tag === null && (transaction === null || transaction.tag !== null)
}

/** Returns what a pile says in its own words with secrets in it masked: it is stored, told to others and shown. */
const withoutSecret = <T extends string | null>(text: T): T =>
  text !== null && mentionsSecret(text) ? veilSecrets(text) : text

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
        verdict: isUnauthorised(rest.tag, transaction) ? 'invalid' : (verdict ?? 'accepted'),
      }
    }
    case 'meter-read': {
      const { transactionId: _id, connector, begins, remoteStartId: _start, ...rest } = completeDraft(draft, envelope)
      // A frame read again after a crash knows the verdict on the last tag alone.
      const said = begins && transaction?.tag === rest.tag ? { verdict } : {}
      return { ...rest, ...said, sessionId: sessionId ?? '', connector: connector ?? transaction?.connector ?? 0 }
    }
    case 'session-stopped': {
      const { transactionId, connector, ...rest } = completeDraft(draft, envelope)
      // Kept only for ids made by piles (2.x), which carry information without their start; ours (1.6) are on the start. Readings
      // omit the id, because there are many of them.
      const name = rest.seqNo !== null ? { transactionId: transactionId ?? '' } : {}
      return { ...rest, ...name, sessionId: sessionId ?? '', connector: connector ?? transaction?.connector ?? 0 }
    }
    case 'connector-status': {
      const fact = completeDraft(draft, envelope)
      return { ...fact, info: withoutSecret(fact.info), vendorErrorCode: withoutSecret(fact.vendorErrorCode) }
    }
    case 'fault-raised': {
      const fact = completeDraft(draft, envelope)
      return { ...fact, code: withoutSecret(fact.code), text: withoutSecret(fact.text) }
    }
    case 'pile-booted':
    case 'firmware-reported':
    case 'diagnostics-reported':
      return completeDraft(draft, envelope)
  }
}
