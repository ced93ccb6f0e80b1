import { parseInstant } from '@wattyard/ocpp-frame'
import {
  authorizeAnswer,
  bootAnswer,
  buildCommand,
  chargingNeedsAnswer,
  chargingScheduleAnswer,
  dataTransferAnswer,
  heartbeatAnswer,
  type PileMessage,
  readAnswer,
  readPileCall,
  readReport,
  signCertificateAnswer,
  toDraftFacts,
  transactionEventAnswer,
} from '@wattyard/ocpp201'
import { ACCEPTED, type Driver, NO_VALUES, type PileCall, PLAIN_ANSWER, type SessionUse } from './driver.ts'

const PHASES = { Started: 'start', Updated: 'update', Ended: 'stop' } as const

function sessionOf(message: PileMessage): SessionUse | null {
  if (message.action !== 'TransactionEvent') return null
  const { eventType, transactionInfo } = message.payload
  return { phase: PHASES[eventType], wireId: transactionInfo.transactionId, startKey: null, idsOfPile: true }
}

function askOf(message: PileMessage): PileCall['ask'] {
  if (message.action === 'Authorize') return 'authorize'
  if (message.action !== 'TransactionEvent') return null
  if (message.payload.eventType === 'Started') return 'start'
  return message.payload.idToken === undefined ? null : 'tag'
}

/** Tag of a message; `NoAuthorization` and an empty token count as none. */
function tagOf(message: PileMessage): string | null {
  if (message.action !== 'Authorize' && message.action !== 'TransactionEvent') return null
  const token = message.payload.idToken
  return token === undefined || token.type === 'NoAuthorization' || token.idToken.trim() === '' ? null : token.idToken
}

/**
 * Device time of a message that is certainly sent when it happens: a status or an event. A transaction event is kept until it is
 * answered (2.0.1 E04, E11): one whose answer was lost is sent again minutes later, unchanged and not marked as offline.
 */
function liveAtOf(message: PileMessage): number | null {
  if (message.action === 'StatusNotification') return parseInstant(message.payload.timestamp)
  return message.action === 'NotifyEvent' ? parseInstant(message.payload.generatedAt) : null
}

export const ocpp201Driver: Driver = {
  version: 'ocpp2.0.1',
  read(call, context, map) {
    const read = readPileCall(call, context)
    if (!read.ok) return read
    const { message } = read
    // Contract certificates are issued by a certificate authority, and the gateway is not one (2.0.1 M01, M06).
    if (message.action === 'Get15118EVCertificate' || message.action === 'GetCertificateStatus')
      return {
        ok: false,
        kind: 'not-supported',
        description: `${message.action} is not offered here`,
        mended: read.mended,
      }
    return {
      ok: true,
      call: {
        action: message.action,
        drafts: toDraftFacts(message, read.exact, map),
        session: sessionOf(message),
        ask: askOf(message),
        tag: tagOf(message),
        answersTag: message.action !== 'TransactionEvent' || message.payload.idToken !== undefined,
        liveAt: liveAtOf(message),
        values: message.action === 'NotifyReport' ? readReport(message.payload).values : NO_VALUES,
        mended: read.mended,
      },
    }
  },
  answer(call, { now, heartbeat_s, boot = 'accepted', decision }) {
    switch (call.action) {
      case 'BootNotification':
        return bootAnswer({ status: boot, now, interval_s: heartbeat_s })
      case 'Heartbeat':
        return heartbeatAnswer(now)
      case 'Authorize':
        return authorizeAnswer(decision ?? ACCEPTED)
      case 'TransactionEvent':
        return transactionEventAnswer(call.answersTag ? (decision ?? ACCEPTED) : null)
      case 'DataTransfer':
        return dataTransferAnswer('unknown-vendor')
      case 'SignCertificate':
        return signCertificateAnswer(false)
      case 'NotifyEVChargingNeeds':
        return chargingNeedsAnswer()
      case 'NotifyEVChargingSchedule':
        return chargingScheduleAnswer()
      default:
        return PLAIN_ANSWER
    }
  },
  buildCommand,
  readAnswer,
}
