import { errorWord, formatInstant, isJsonObject, type TriggerMessageName } from '@wattyard/ocpp-frame'
import {
  type ConnectorMap,
  connectorMap,
  formatVariableKey,
  parseVariableKey,
  readResponse,
  readSystemCall,
  type Request,
  type Response,
  type SystemMessage,
} from '@wattyard/ocpp201'
import type { Reading } from './charging.ts'
import { configuration201 } from './configuration.ts'
import type { Dialect, EventNote, PileControls, PileSession, Phase, StopCause } from './dialect.ts'
import type { Answer } from './rpc-socket.ts'

type TransactionEvent = Request<'TransactionEvent'>

const STATUS: Record<Phase, Request<'StatusNotification'>['connectorStatus']> = {
  idle: 'Available',
  plugged: 'Occupied',
  charging: 'Occupied',
  suspended: 'Occupied',
  finishing: 'Occupied',
  fault: 'Faulted',
  unavailable: 'Unavailable',
  reserved: 'Reserved',
}

const STOP: Record<
  StopCause,
  [NonNullable<TransactionEvent['transactionInfo']['stoppedReason']>, TransactionEvent['triggerReason']]
> = {
  local: ['Local', 'StopAuthorized'],
  remote: ['Remote', 'RemoteStop'],
  unplugged: ['EVDisconnected', 'EVCommunicationLost'],
  full: ['SOCLimitReached', 'EnergyLimitReached'],
  fault: ['GroundFault', 'AbnormalCondition'],
  emergency: ['EmergencyStop', 'AbnormalCondition'],
  'power-loss': ['PowerLoss', 'AbnormalCondition'],
  'soft-reset': ['Reboot', 'ResetCommand'],
  'hard-reset': ['ImmediateReset', 'ResetCommand'],
  unlock: ['Remote', 'UnlockCommand'],
  deauthorized: ['DeAuthorized', 'Deauthorized'],
}

const TRIGGERS: Partial<Record<Request<'TriggerMessage'>['requestedMessage'], TriggerMessageName>> = {
  BootNotification: 'boot',
  Heartbeat: 'heartbeat',
  StatusNotification: 'status',
  TransactionEvent: 'meter-values',
  FirmwareStatusNotification: 'firmware-status',
  LogStatusNotification: 'diagnostics-status',
}

/** Number of variables per part of a report. */
const REPORT_PART = 8

/**
 * Creates the dialect of OCPP 2.0.1.
 * @param connectorsPerEvse the last EVSE has the remaining connectors
 */
export function createDialect201(connectors: number, meterInterval_s: number, connectorsPerEvse = 1): Dialect {
  const map = connectorMap(evsesOf(connectors, connectorsPerEvse))
  const configuration = configuration201(connectors, meterInterval_s)
  return {
    version: 'ocpp2.0.1',
    configuration,
    meterIntervalKey: 'SampledDataCtrlr.TxUpdatedInterval',
    stationKeyKey: 'SecurityCtrlr.BasicAuthPassword',
    heartbeatIntervalKey: 'OCPPCommCtrlr.HeartbeatInterval',
    boot: ({ vendor, model, serial, firmware }, cause) => ({
      action: 'BootNotification',
      payload: {
        reason: cause === 'reset' ? 'RemoteReset' : 'PowerUp',
        chargingStation: { vendorName: vendor, model, serialNumber: serial, firmwareVersion: firmware },
      },
    }),
    heartbeat: () => ({ action: 'Heartbeat', payload: {} }),
    status: (connector, phase, _, at) => ({
      action: 'StatusNotification',
      payload: {
        ...(connector === 0 ? { evseId: 0, connectorId: 0 } : map.evseOf(connector)),
        connectorStatus: STATUS[phase],
        timestamp: formatInstant(at),
      },
    }),
    authorize: tag => ({ action: 'Authorize', payload: { idToken: { idToken: tag, type: 'ISO14443' } } }),
    isAuthorized: payload => {
      const read = isJsonObject(payload) ? readResponse('Authorize', payload) : null
      return read?.ok === true && read.payload.idTokenInfo.status === 'Accepted'
    },
    started: (session, note) =>
      event(map, session, session.start, note, {
        eventType: 'Started',
        triggerReason: session.remoteStartId === null ? 'Authorized' : 'RemoteStart',
        context: 'Transaction.Begin',
        state: 'Charging',
      }),
    readStarted: (session, payload) => {
      session.transactionId = session.localId
      const read = isJsonObject(payload) ? readResponse('TransactionEvent', payload) : null
      // An answer without token info does not reject the token.
      return read?.ok === true && (read.payload.idTokenInfo?.status ?? 'Accepted') === 'Accepted'
    },
    meter: (session, reading, note) =>
      event(map, session, reading, note, {
        eventType: 'Updated',
        triggerReason: 'MeterValuePeriodic',
        context: 'Sample.Periodic',
        state: 'Charging',
      }),
    stopped: (session, reading, cause, note) => {
      const [stoppedReason, triggerReason] = STOP[cause]
      const state = cause === 'unplugged' ? 'Idle' : 'EVConnected'
      return event(map, session, reading, note, {
        eventType: 'Ended',
        triggerReason,
        context: 'Transaction.End',
        state,
        stoppedReason,
      })
    },
    firmwareStatus: (status, requestId) => ({
      action: 'FirmwareStatusNotification',
      payload: { status, ...numbered(requestId) },
    }),
    diagnosticsStatus: (status, requestId) => ({
      action: 'LogStatusNotification',
      payload: { status, ...numbered(requestId) },
    }),
    answer: (call, pile) => {
      const read = readSystemCall(call)
      if (!read.ok) return { code: errorWord('ocpp2.0.1', read.kind), description: read.description }
      return answer(read.message, pile, map)
    },
  }
}

function numbered(requestId: number | null): { requestId?: number } {
  return requestId === null ? {} : { requestId }
}

interface EventPart {
  eventType: TransactionEvent['eventType']
  triggerReason: TransactionEvent['triggerReason']
  context: 'Transaction.Begin' | 'Sample.Periodic' | 'Transaction.End'
  state: NonNullable<TransactionEvent['transactionInfo']['chargingState']>
  stoppedReason?: NonNullable<TransactionEvent['transactionInfo']['stoppedReason']>
}

/** Returns the EVSE of a connector in the form of an event. */
function placeOf(map: ConnectorMap, connector: number): { id: number; connectorId: number } {
  const { evseId, connectorId } = map.evseOf(connector)
  return { id: evseId, connectorId }
}

function event(
  map: ConnectorMap,
  session: PileSession,
  reading: Reading,
  note: EventNote,
  part: EventPart,
): { action: string; payload: TransactionEvent } {
  const remote = session.remoteStartId
  const payload: TransactionEvent = {
    eventType: part.eventType,
    timestamp: formatInstant(reading.at),
    triggerReason: part.triggerReason,
    seqNo: note.seqNo,
    transactionInfo: {
      transactionId: session.localId,
      chargingState: part.state,
      ...(part.stoppedReason === undefined ? {} : { stoppedReason: part.stoppedReason }),
      ...(remote === null ? {} : { remoteStartId: remote }),
    },
    evse: placeOf(map, session.connector),
    meterValue: [{ timestamp: formatInstant(reading.at), sampledValue: sampledValues(reading, part.context) }],
    ...(note.offline ? { offline: true } : {}),
    ...(part.eventType === 'Started'
      ? { idToken: { idToken: session.tag, type: remote === null ? 'ISO14443' : 'Central' } }
      : {}),
  }
  return { action: 'TransactionEvent', payload }
}

type SampledValue = NonNullable<TransactionEvent['meterValue']>[number]['sampledValue'][number]

/** Returns values with few decimals, for which the shortest text is exact. */
function sampledValues(reading: Reading, context: EventPart['context']): SampledValue[] {
  const one = (value: number, measurand: NonNullable<SampledValue['measurand']>, unit: string): SampledValue => ({
    value,
    context,
    measurand,
    unitOfMeasure: { unit },
  })
  return [
    one(reading.register_wh, 'Energy.Active.Import.Register', 'Wh'),
    one(reading.power_w, 'Power.Active.Import', 'W'),
    one(reading.current_ma / 1000, 'Current.Import', 'A'),
    one(reading.voltage_mv / 1000, 'Voltage', 'V'),
    one(reading.soc_permille / 10, 'SoC', 'Percent'),
  ]
}

/** Returns the answer of one action, type-checked. */
function reply<A extends SystemMessage['action']>(_: A, payload: Response<A>): Answer {
  return { payload }
}

/** Returns the number of connectors of EVSE 1, 2, … */
export function evsesOf(connectors: number, perEvse: number): number[] {
  return Array.from({ length: Math.ceil(connectors / perEvse) }, (_, i) => Math.min(perEvse, connectors - i * perEvse))
}

/** Returns the numbers of the connectors to which a command applies: one connector, all of an EVSE, or null if it names none. */
function meantBy(
  evse: { id: number; connectorId?: number | undefined } | undefined,
  pile: PileControls,
  map: ConnectorMap,
): readonly number[] | null {
  if (evse === undefined || evse.id === 0) return null
  const all = Array.from({ length: pile.connectors }, (_, i) => i + 1)
  return all.filter(number => {
    const place = placeOf(map, number)
    return place.id === evse.id && (evse.connectorId === undefined || place.connectorId === evse.connectorId)
  })
}

function answer(message: SystemMessage, pile: PileControls, map: ConnectorMap): Answer {
  switch (message.action) {
    case 'RequestStartTransaction': {
      const { idToken, evseId, remoteStartId } = message.payload
      return reply(message.action, {
        status: accepted(
          pile.remoteStart(
            idToken.idToken,
            evseId === undefined ? null : meantBy({ id: evseId }, pile, map),
            remoteStartId,
          ),
        ),
      })
    }
    case 'RequestStopTransaction':
      return reply(message.action, { status: accepted(pile.remoteStop(message.payload.transactionId)) })
    case 'Reset':
      return reply(message.action, { status: accepted(pile.reset(message.payload.type === 'Immediate')) })
    case 'UnlockConnector': {
      const { evseId, connectorId } = message.payload
      const [number = 0] = meantBy({ id: evseId, connectorId }, pile, map) ?? []
      return reply(message.action, { status: pile.unlock(number) === 'unlocked' ? 'Unlocked' : 'UnknownConnector' })
    }
    case 'ChangeAvailability': {
      const outcome = pile.setAvailability(
        meantBy(message.payload.evse, pile, map),
        message.payload.operationalStatus === 'Operative',
      )
      const words = { accepted: 'Accepted', scheduled: 'Scheduled', rejected: 'Rejected' } as const
      return reply(message.action, { status: words[outcome] })
    }
    case 'GetVariables':
      return reply(message.action, getVariables(message.payload, pile))
    case 'SetVariables':
      return reply(message.action, setVariables(message.payload, pile))
    case 'GetBaseReport':
      sendReport(message.payload.requestId, pile)
      return reply(message.action, { status: 'Accepted' })
    case 'TriggerMessage': {
      const name = TRIGGERS[message.payload.requestedMessage]
      if (name === undefined) return reply(message.action, { status: 'NotImplemented' })
      return reply(message.action, { status: accepted(pile.trigger(name, meantBy(message.payload.evse, pile, map))) })
    }
    case 'GetLog':
      return reply(message.action, { status: 'Accepted', filename: pile.uploadDiagnostics(message.payload.requestId) })
    case 'UpdateFirmware':
      pile.updateFirmware(message.payload.requestId)
      return reply(message.action, { status: 'Accepted' })
    case 'ClearCache':
      return reply(message.action, { status: 'Accepted' })
    case 'DataTransfer':
      return reply(message.action, { status: 'UnknownVendorId' })
    case 'CancelReservation':
    case 'CertificateSigned':
    case 'ClearChargingProfile':
    case 'ClearDisplayMessage':
    case 'ClearVariableMonitoring':
    case 'CostUpdated':
    case 'CustomerInformation':
    case 'DeleteCertificate':
    case 'GetChargingProfiles':
    case 'GetCompositeSchedule':
    case 'GetDisplayMessages':
    case 'GetInstalledCertificateIds':
    case 'GetLocalListVersion':
    case 'GetMonitoringReport':
    case 'GetReport':
    case 'GetTransactionStatus':
    case 'InstallCertificate':
    case 'PublishFirmware':
    case 'ReserveNow':
    case 'SendLocalList':
    case 'SetChargingProfile':
    case 'SetDisplayMessage':
    case 'SetMonitoringBase':
    case 'SetMonitoringLevel':
    case 'SetNetworkProfile':
    case 'SetVariableMonitoring':
    case 'UnpublishFirmware':
      return { code: errorWord('ocpp2.0.1', 'not-implemented'), description: 'not part of this pile' }
  }
}

function accepted(done: boolean): 'Accepted' | 'Rejected' {
  return done ? 'Accepted' : 'Rejected'
}

function getVariables(request: Request<'GetVariables'>, pile: PileControls): Response<'GetVariables'> {
  return {
    getVariableResult: request.getVariableData.map(({ component, variable }) => {
      const entry = pile.configuration.get(formatVariableKey({ component, variable }))
      if (entry === null) return { attributeStatus: 'UnknownVariable', component, variable }
      return { attributeStatus: 'Accepted', attributeValue: entry.value ?? '', component, variable }
    }),
  }
}

function setVariables(request: Request<'SetVariables'>, pile: PileControls): Response<'SetVariables'> {
  const words = {
    accepted: 'Accepted',
    'reboot-required': 'RebootRequired',
    rejected: 'Rejected',
    unknown: 'UnknownVariable',
  } as const
  return {
    setVariableResult: request.setVariableData.map(({ component, variable, attributeValue }) => ({
      attributeStatus: words[pile.setConfiguration(formatVariableKey({ component, variable }), attributeValue)],
      component,
      variable,
    })),
  }
}

function sendReport(requestId: number, pile: PileControls): void {
  const entries = pile.configuration.list()
  for (let from = 0, seqNo = 0; from < entries.length; from += REPORT_PART, seqNo++) {
    const reportData = entries.slice(from, from + REPORT_PART).flatMap(entry => {
      const path = parseVariableKey(entry.key)
      const mutability = entry.readonly ? ('ReadOnly' as const) : ('ReadWrite' as const)
      return path === null ? [] : [{ ...path, variableAttribute: [{ value: entry.value ?? '', mutability }] }]
    })
    const payload: Request<'NotifyReport'> = {
      requestId,
      generatedAt: formatInstant(Date.now()),
      seqNo,
      tbc: from + REPORT_PART < entries.length,
      reportData,
    }
    pile.sendLater({ action: 'NotifyReport', payload })
  }
}
