import {
  type ConnectorState,
  type DraftFact,
  type DraftFaultRaised,
  type ExactNumbers,
  parseInstant,
  securityEventSeverity,
} from '@wattyard/ocpp-frame'
import type { PileMessage, Request } from './actions.ts'
import { type ConnectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
import { samplesOf } from './samples-of.ts'
import { transactionFacts } from './transaction-facts.ts'

/**
 * Connector states for those of OCPP 2.0.1 §3.17. `Occupied` only says that a cable is plugged in; whether energy flows is in the
 * transaction's charging state.
 */
const STATES: Record<Request<'StatusNotification'>['connectorStatus'], ConnectorState> = {
  Available: 'idle',
  Occupied: 'plugged',
  Reserved: 'reserved',
  Unavailable: 'unavailable',
  Faulted: 'fault',
}

/**
 * Facts in a pile's message. Pure: the same message gives equal facts. Messages without a fact of the contract give an empty
 * list; reports of variables are read by `readReport`.
 * @param exact numbers that a double cannot hold, as `readPileCall` returned them
 */
export function toDraftFacts(
  message: PileMessage,
  exact: ExactNumbers | null,
  map: ConnectorMap = ONE_CONNECTOR_PER_EVSE,
): DraftFact[] {
  switch (message.action) {
    case 'BootNotification':
      return [booted(message.payload)]
    case 'StatusNotification':
      return statusFacts(message.payload, map)
    case 'TransactionEvent':
      return transactionFacts(message.payload, exact, map)
    case 'MeterValues': {
      const { evseId, meterValue } = message.payload
      const samples = samplesOf(meterValue, exact)
      if (samples.length === 0) return []
      const connector = map.connectorOf(evseId, null)
      const deviceAt = samples.at(-1)?.at ?? null
      return [
        {
          kind: 'meter-read',
          deviceAt,
          transactionId: null,
          connector,
          seqNo: null,
          offline: false,
          tag: null,
          samples,
        },
      ]
    }
    case 'FirmwareStatusNotification': {
      const { status, requestId } = message.payload
      return [{ kind: 'firmware-reported', deviceAt: null, status, requestId: requestId ?? null }]
    }
    case 'LogStatusNotification': {
      const { status, requestId } = message.payload
      return [{ kind: 'diagnostics-reported', deviceAt: null, status, requestId: requestId ?? null, fileName: null }]
    }
    case 'SecurityEventNotification': {
      const { type, techInfo, timestamp } = message.payload
      const severity = securityEventSeverity(type)
      return [
        {
          kind: 'fault-raised',
          deviceAt: parseInstant(timestamp),
          connector: 0,
          code: type,
          severity,
          text: techInfo ?? null,
        },
      ]
    }
    case 'NotifyEvent':
      return message.payload.eventData.flatMap(event => eventFault(event, map))
    case 'Authorize':
    case 'ClearedChargingLimit':
    case 'DataTransfer':
    case 'Get15118EVCertificate':
    case 'GetCertificateStatus':
    case 'Heartbeat':
    case 'NotifyChargingLimit':
    case 'NotifyCustomerInformation':
    case 'NotifyDisplayMessages':
    case 'NotifyEVChargingNeeds':
    case 'NotifyEVChargingSchedule':
    case 'NotifyMonitoringReport':
    case 'NotifyReport':
    case 'PublishFirmwareStatusNotification':
    case 'ReportChargingProfiles':
    case 'ReservationStatusUpdate':
    case 'SignCertificate':
      return []
  }
}

function booted(boot: Request<'BootNotification'>): DraftFact {
  const station = boot.chargingStation
  return {
    kind: 'pile-booted',
    deviceAt: null,
    vendor: station.vendorName,
    model: station.model,
    serial: station.serialNumber ?? null,
    firmware: station.firmwareVersion ?? null,
    iccid: station.modem?.iccid ?? null,
    imsi: station.modem?.imsi ?? null,
    meterType: null,
    meterSerial: null,
    reason: boot.reason,
  }
}

function statusFacts(status: Request<'StatusNotification'>, map: ConnectorMap): DraftFact[] {
  const deviceAt = parseInstant(status.timestamp)
  const connector = map.connectorOf(status.evseId, status.connectorId)
  const state = STATES[status.connectorStatus]
  const facts: DraftFact[] = [
    { kind: 'connector-status', deviceAt, connector, state, errorCode: null, info: null, vendorErrorCode: null },
  ]
  // Details of the fault arrive in a separate NotifyEvent (2.0.1 use case G05).
  if (state === 'fault')
    facts.push({ kind: 'fault-raised', deviceAt, connector, code: 'Faulted', severity: 'critical', text: null })
  return facts
}

type EventData = Request<'NotifyEvent'>['eventData'][number]

/** Only alerts and the `Problem` variable are faults; periodic and delta reports of a value are not. */
function eventFault(event: EventData, map: ConnectorMap): DraftFaultRaised[] {
  const problem = event.variable.name === 'Problem'
  const cleared = event.cleared === true || (problem && event.actualValue.toLowerCase() === 'false')
  if (event.trigger !== 'Alerting' && !problem) return []
  const evse = event.component.evse
  const value = `${event.variable.name}=${event.actualValue}`
  const parts = [cleared ? 'cleared' : null, value, event.techInfo ?? null]
  return [
    {
      kind: 'fault-raised',
      deviceAt: parseInstant(event.timestamp),
      connector: evse === undefined ? 0 : map.connectorOf(evse.id, evse.connectorId ?? null),
      code: event.techCode ?? `${event.component.name}.${event.variable.name}`,
      severity: cleared ? 'notice' : problem ? 'critical' : 'warning',
      text: parts.filter(part => part !== null).join(' · '),
    },
  ]
}
