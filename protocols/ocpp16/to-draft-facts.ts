import {
  collectSamples,
  type ConnectorState,
  DEFAULT_MEASURAND,
  type DraftFact,
  type DraftFaultRaised,
  type DraftSessionStarted,
  type ExactNumbers,
  parseInstant,
  type Reading,
  readWattHours,
  type Sample,
  securityEventSeverity,
  type StartMethod,
} from '@wattyard/ocpp-frame'
import type { Energy } from '@wattyard/money'
import type { PileMessage, Request } from './actions.ts'

type MeterValue = Request<'MeterValues'>['meterValue'][number]

/** OCPP 1.6 §7.7 to our connector states. */
const STATES: Record<Request<'StatusNotification'>['status'], ConnectorState> = {
  Available: 'idle',
  Preparing: 'plugged',
  Charging: 'charging',
  SuspendedEV: 'suspended',
  SuspendedEVSE: 'suspended',
  Finishing: 'finishing',
  Reserved: 'reserved',
  Unavailable: 'unavailable',
  Faulted: 'fault',
}

/** MAC address of the car in place of a tag: `VID:` and 12 hex digits, as piles with Autocharge send it. */
const VEHICLE_TAG = /^VID:?[0-9A-F]{12}$/i

/**
 * Facts in a pile's message. Pure: the same message gives equal facts. Messages without a fact (Authorize, Heartbeat,
 * DataTransfer, SignCertificate) give an empty list.
 * @param exact numbers that a double cannot hold, as `readPileCall` returned them
 */
export function toDraftFacts(message: PileMessage, exact: ExactNumbers | null): DraftFact[] {
  switch (message.action) {
    case 'BootNotification':
      return [booted(message.payload)]
    case 'StatusNotification':
      return statusFacts(message.payload)
    case 'StartTransaction':
      return [started(message.payload, exact)]
    case 'MeterValues':
      return meterRead(message.payload, exact)
    case 'StopTransaction':
      return [stopped(message.payload, exact)]
    case 'FirmwareStatusNotification':
    case 'SignedFirmwareStatusNotification': {
      const requestId = 'requestId' in message.payload ? (message.payload.requestId ?? null) : null
      return [{ kind: 'firmware-reported', deviceAt: null, status: message.payload.status, requestId }]
    }
    case 'DiagnosticsStatusNotification':
    case 'LogStatusNotification': {
      const requestId = 'requestId' in message.payload ? (message.payload.requestId ?? null) : null
      return [
        { kind: 'diagnostics-reported', deviceAt: null, status: message.payload.status, requestId, fileName: null },
      ]
    }
    case 'SecurityEventNotification':
      return [securityEvent(message.payload)]
    case 'Authorize':
    case 'DataTransfer':
    case 'Heartbeat':
    case 'SignCertificate':
      return []
  }
}

function booted(boot: Request<'BootNotification'>): DraftFact {
  return {
    kind: 'pile-booted',
    deviceAt: null,
    vendor: boot.chargePointVendor,
    model: boot.chargePointModel,
    serial: boot.chargePointSerialNumber ?? boot.chargeBoxSerialNumber ?? null,
    firmware: boot.firmwareVersion ?? null,
    iccid: boot.iccid ?? null,
    imsi: boot.imsi ?? null,
    meterType: boot.meterType ?? null,
    meterSerial: boot.meterSerialNumber ?? null,
    reason: null,
  }
}

/** A status with an error is both a state and a fault: the map shows the one, the work-list the other. */
function statusFacts(status: Request<'StatusNotification'>): DraftFact[] {
  const deviceAt = instantOrNull(status.timestamp)
  const errorCode = status.errorCode === 'NoError' ? null : status.errorCode
  const facts: DraftFact[] = [
    {
      kind: 'connector-status',
      deviceAt,
      connector: status.connectorId,
      state: STATES[status.status],
      errorCode,
      info: text(status.info),
      vendorErrorCode: text(status.vendorErrorCode),
    },
  ]
  if (errorCode !== null || status.status === 'Faulted') facts.push(faultOf(status, deviceAt, errorCode))
  return facts
}

function faultOf(
  status: Request<'StatusNotification'>,
  deviceAt: number | null,
  errorCode: string | null,
): DraftFaultRaised {
  return {
    kind: 'fault-raised',
    deviceAt,
    connector: status.connectorId,
    code: errorCode ?? text(status.vendorErrorCode) ?? 'Faulted',
    severity: status.status === 'Faulted' ? 'critical' : 'warning',
    text: [text(status.vendorErrorCode), text(status.info)].filter(part => part !== null).join(' · ') || null,
  }
}

function started(start: Request<'StartTransaction'>, exact: ExactNumbers | null): DraftSessionStarted {
  const tag = text(start.idTag)
  return {
    kind: 'session-started',
    deviceAt: instantOrNull(start.timestamp),
    transactionId: null,
    connector: start.connectorId,
    seqNo: null,
    offline: false,
    tag,
    method: startMethod(tag),
    meterStart: register(start.meterStart, exact, '/meterStart'),
    reservationId: start.reservationId ?? null,
    remoteStartId: null,
  }
}

/** Start method as far as 1.6 tells; the gateway knows when one of its remote starts was pending. */
function startMethod(tag: string | null): StartMethod {
  if (tag === null) return 'unknown'
  return VEHICLE_TAG.test(tag) ? 'vin' : 'tag'
}

function meterRead(values: Request<'MeterValues'>, exact: ExactNumbers | null): DraftFact[] {
  const samples = samplesOf(values.meterValue)
  if (samples.length === 0) return []
  return [
    {
      kind: 'meter-read',
      deviceAt: samples.at(-1)?.at ?? null,
      transactionId: values.transactionId === undefined ? null : transactionText(values.transactionId, exact),
      connector: values.connectorId,
      seqNo: null,
      offline: false,
      tag: null,
      samples,
    },
  ]
}

function stopped(stop: Request<'StopTransaction'>, exact: ExactNumbers | null): DraftFact {
  return {
    kind: 'session-stopped',
    deviceAt: instantOrNull(stop.timestamp),
    transactionId: transactionText(stop.transactionId, exact),
    connector: null,
    seqNo: null,
    offline: false,
    tag: text(stop.idTag),
    meterStop: register(stop.meterStop, exact, '/meterStop'),
    reason: stop.reason ?? null,
    samples: stop.transactionData === undefined ? [] : samplesOf(stop.transactionData),
  }
}

function transactionText(transactionId: number, exact: ExactNumbers | null): string {
  return exact?.get('/transactionId') ?? String(transactionId)
}

function securityEvent(event: Request<'SecurityEventNotification'>): DraftFact {
  return {
    kind: 'fault-raised',
    deviceAt: instantOrNull(event.timestamp),
    connector: 0,
    code: event.type,
    severity: securityEventSeverity(event.type),
    text: text(event.techInfo),
  }
}

function samplesOf(values: readonly MeterValue[]): Sample[] {
  const first = values[0]
  if (values.length === 1 && first !== undefined) return samplesAt(first)
  return values.flatMap(samplesAt)
}

function samplesAt(value: MeterValue): Sample[] {
  return collectSamples(parseInstant(value.timestamp) ?? 0, value.sampledValue.map(toReading))
}

function toReading(sampled: MeterValue['sampledValue'][number]): Reading {
  return {
    measurand: sampled.measurand ?? DEFAULT_MEASURAND,
    value: sampled.value,
    unit: sampled.unit ?? null,
    multiplier: 0,
    phase: sampled.phase ?? null,
    location: sampled.location ?? null,
    context: sampled.context ?? null,
    signed: sampled.format === 'SignedData',
  }
}

/** OCPP 1.6 §6.45: registers of start and stop are integers in Wh. */
function register(value: number, exact: ExactNumbers | null, pointer: string): Energy | null {
  return readWattHours(exact?.get(pointer) ?? String(value), 0)
}

function instantOrNull(value: string | undefined): number | null {
  return value === undefined ? null : parseInstant(value)
}

/** Empty texts are as good as none. */
function text(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value
}
