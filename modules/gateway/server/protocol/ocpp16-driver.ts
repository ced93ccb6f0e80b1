import { hash } from 'node:crypto'
import { type DraftFact, type DraftSessionStarted, parseInstant } from '@wattyard/ocpp-frame'
import {
  authorizeAnswer,
  bootAnswer,
  buildCommand,
  dataTransferAnswer,
  heartbeatAnswer,
  type PileMessage,
  readAnswer,
  readPileCall,
  signCertificateAnswer,
  startAnswer,
  stopAnswer,
  toDraftFacts,
} from '@wattyard/ocpp16'
import { ACCEPTED, type Driver, NO_VALUES, type PileCall, PLAIN_ANSWER, type SessionUse } from './driver.ts'

/** Authorize has no draft fact, so its tag is read here. */
function tagOf(message: PileMessage): string | null {
  if (message.action === 'Authorize') return message.payload.idTag
  if (message.action === 'StartTransaction') return message.payload.idTag
  return stopTagOf(message)
}

/** Tag that ended a session; an empty one counts as none. */
function stopTagOf(message: PileMessage): string | null {
  return message.action === 'StopTransaction' ? message.payload.idTag?.trim() || null : null
}

function askOf(message: PileMessage): PileCall['ask'] {
  if (message.action === 'Authorize') return 'authorize'
  if (message.action === 'StartTransaction') return 'start'
  return stopTagOf(message) === null ? null : 'tag'
}

function sessionOf(drafts: readonly DraftFact[]): SessionUse | null {
  const draft = drafts[0]
  if (draft?.kind === 'session-started')
    return { phase: 'start', wireId: null, startKey: startKeyOf(draft), idsOfPile: false }
  if (draft?.kind !== 'meter-read' && draft?.kind !== 'session-stopped') return null
  return {
    phase: draft.kind === 'meter-read' ? 'update' : 'stop',
    wireId: draft.transactionId,
    startKey: null,
    idsOfPile: false,
  }
}

/**
 * Key of a start: connector, tag, device timestamp and register identify it (trust 5.5); a repeated message has the same four.
 */
function startKeyOf({ connector, tag, deviceAt, meterStart }: DraftSessionStarted): string {
  return hash('sha256', JSON.stringify([connector, tag, deviceAt, meterStart?.toString() ?? null]), 'base64url').slice(
    0,
    22,
  )
}

/**
 * Device time of a message that is certainly sent when it happens. Only a status is: transaction messages, including readings,
 * are queued while the pile is offline and arrive later with old times (OCPP 1.6 §3.7.1).
 */
function liveAtOf(message: PileMessage): number | null {
  return message.action === 'StatusNotification' && message.payload.timestamp !== undefined
    ? parseInstant(message.payload.timestamp)
    : null
}

export const ocpp16Driver: Driver = {
  version: 'ocpp1.6',
  read(call, context) {
    const read = readPileCall(call, context)
    if (!read.ok) return read
    const { message } = read
    const drafts = toDraftFacts(message, read.exact)
    return {
      ok: true,
      call: {
        action: message.action,
        drafts,
        session: sessionOf(drafts),
        ask: askOf(message),
        tag: tagOf(message),
        answersTag: message.action !== 'StopTransaction' || stopTagOf(message) !== null,
        liveAt: liveAtOf(message),
        values: NO_VALUES,
        mended: read.mended,
      },
    }
  },
  answer(call, { now, heartbeat_s, boot = 'accepted', decision, transactionId }) {
    switch (call.action) {
      case 'BootNotification':
        return bootAnswer({ status: boot, now, interval_s: heartbeat_s })
      case 'Heartbeat':
        return heartbeatAnswer(now)
      case 'Authorize':
        return authorizeAnswer(decision ?? ACCEPTED)
      case 'StartTransaction':
        return startAnswer(Number(transactionId), decision ?? ACCEPTED)
      case 'StopTransaction':
        // A stop is a report and counts whatever the verdict on its tag; the pile keeps the verdict in its cache (1.6 §4.10).
        return stopAnswer(call.answersTag ? (decision ?? ACCEPTED) : null)
      case 'DataTransfer':
        return dataTransferAnswer('unknown-vendor')
      case 'SignCertificate':
        return signCertificateAnswer(false)
      default:
        return PLAIN_ANSWER
    }
  },
  buildCommand: command => buildCommand(command),
  readAnswer,
}
