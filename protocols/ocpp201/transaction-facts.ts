import type { Energy } from '@wattyard/money'
import {
  type ConnectorState,
  type DraftFact,
  type DraftSessionStarted,
  type ExactNumbers,
  parseInstant,
  type Sample,
  type SampleContext,
  type StartMethod,
} from '@wattyard/ocpp-frame'
import type { Request } from './actions.ts'
import type { ConnectorMap } from './connector-map.ts'
import { samplesOf } from './samples-of.ts'

type TransactionEvent = Request<'TransactionEvent'>

/** Values shared by all facts of one event. */
interface Common {
  deviceAt: number | null
  transactionId: string
  connector: number | null
  seqNo: number
  offline: boolean
}

/**
 * Facts of one TransactionEvent (2.0.1 use cases E01 ff.): the start, the readings, the stop, and the connector's state when the
 * event contains it. Independent of other events: an `Ended` for a session whose start was lost still gives its stop.
 */
export function transactionFacts(event: TransactionEvent, exact: ExactNumbers | null, map: ConnectorMap): DraftFact[] {
  const evse = event.evse
  const common: Common = {
    deviceAt: parseInstant(event.timestamp),
    transactionId: event.transactionInfo.transactionId,
    connector: evse === undefined ? null : map.connectorOf(evse.id, evse.connectorId ?? null),
    seqNo: event.seqNo,
    offline: event.offline ?? false,
  }
  const samples = event.meterValue === undefined ? [] : samplesOf(event.meterValue, exact)
  const facts: DraftFact[] = []
  const tag = tagOf(event)
  switch (event.eventType) {
    case 'Started':
      facts.push(started(event, common, tag, samples))
      if (samples.length > 0) facts.push({ kind: 'meter-read', ...common, tag: null, samples })
      break
    case 'Updated':
      // Also when it reads nothing: its number shows that no event was lost.
      facts.push({ kind: 'meter-read', ...common, tag, ...beginningOf(event, tag), samples })
      break
    case 'Ended': {
      const reason = event.transactionInfo.stoppedReason ?? null
      facts.push({ kind: 'session-stopped', ...common, tag, meterStop: registerOf(samples, 'end'), reason, samples })
      break
    }
  }
  return [...facts, ...stateFacts(event, common)]
}

/** Cable first (2.0.1 E03): a later event names the payer, by a tag at the pile or by our remote start. */
function beginningOf(event: TransactionEvent, tag: string | null): { begins?: boolean; remoteStartId?: number | null } {
  if (tag === null || event.triggerReason === 'StopAuthorized') return {}
  return { begins: true, remoteStartId: event.transactionInfo.remoteStartId ?? null }
}

function started(
  event: TransactionEvent,
  common: Common,
  tag: string | null,
  samples: readonly Sample[],
): DraftSessionStarted {
  return {
    kind: 'session-started',
    ...common,
    tag,
    method: startMethod(event, tag),
    meterStart: registerOf(samples, 'begin'),
    reservationId: event.reservationId ?? null,
    remoteStartId: event.transactionInfo.remoteStartId ?? null,
  }
}

/** Tag of an event; `NoAuthorization` means none. Tokens are case insensitive, and are kept as sent. */
function tagOf(event: TransactionEvent): string | null {
  const token = event.idToken
  return token === undefined || token.type === 'NoAuthorization' || token.idToken.trim() === '' ? null : token.idToken
}

function startMethod(event: TransactionEvent, tag: string | null): StartMethod {
  const type = event.idToken?.type
  const remote = event.triggerReason === 'RemoteStart' || event.transactionInfo.remoteStartId !== undefined
  if (remote || type === 'Central') return 'remote'
  if (type === 'MacAddress' || type === 'eMAID') return 'vin'
  if (tag === null) return 'unknown'
  return event.offline === true ? 'offline-tag' : 'tag'
}

/** The register that the pile itself marked as the beginning or the end; never guessed from another sample. */
function registerOf(samples: readonly Sample[], context: SampleContext): Energy | null {
  const marked = samples.filter(sample => sample.context === context && sample.register !== null)
  return (context === 'begin' ? marked[0] : marked.at(-1))?.register ?? null
}

/** 2.0.1 §3.13. After the end a cable that is still in means "finishing", not "plugged": that car has been served. */
function stateFacts(event: TransactionEvent, common: Common): DraftFact[] {
  const state = event.transactionInfo.chargingState
  if (state === undefined || common.connector === null || common.offline) return []
  const ended = event.eventType === 'Ended'
  const states: Record<typeof state, ConnectorState> = {
    Charging: ended ? 'finishing' : 'charging',
    EVConnected: ended ? 'finishing' : 'plugged',
    SuspendedEV: ended ? 'finishing' : 'suspended',
    SuspendedEVSE: ended ? 'finishing' : 'suspended',
    Idle: 'idle',
  }
  const { deviceAt, connector } = common
  return [
    {
      kind: 'connector-status',
      deviceAt,
      connector,
      state: states[state],
      errorCode: null,
      info: null,
      vendorErrorCode: null,
    },
  ]
}
