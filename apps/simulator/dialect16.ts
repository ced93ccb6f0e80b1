import { errorWord, formatInstant, isJsonObject } from '@wattyard/ocpp-frame'
import { readResponse, readSystemCall, type Request, type Response, type SystemMessage } from '@wattyard/ocpp16'
import { fixed, type Reading } from './charging.ts'
import { configuration16 } from './configuration.ts'
import type { Dialect, PileControls, Phase, StopCause } from './dialect.ts'
import type { Answer } from './rpc-socket.ts'
import type { TriggerMessageName } from '@wattyard/ocpp-frame'

const STATUS: Record<Phase, Request<'StatusNotification'>['status']> = {
  idle: 'Available',
  plugged: 'Preparing',
  charging: 'Charging',
  suspended: 'SuspendedEV',
  finishing: 'Finishing',
  fault: 'Faulted',
  unavailable: 'Unavailable',
  reserved: 'Reserved',
}

/** A full car ends the charge itself; 1.6 has no reason of its own for that. */
const REASON: Record<StopCause, NonNullable<Request<'StopTransaction'>['reason']>> = {
  local: 'Local',
  remote: 'Remote',
  unplugged: 'EVDisconnected',
  full: 'Other',
  fault: 'Other',
  emergency: 'EmergencyStop',
  'power-loss': 'PowerLoss',
  'soft-reset': 'SoftReset',
  'hard-reset': 'HardReset',
  unlock: 'UnlockCommand',
  deauthorized: 'DeAuthorized',
}

const TRIGGERS: Record<Request<'TriggerMessage'>['requestedMessage'], TriggerMessageName> = {
  BootNotification: 'boot',
  Heartbeat: 'heartbeat',
  StatusNotification: 'status',
  MeterValues: 'meter-values',
  FirmwareStatusNotification: 'firmware-status',
  DiagnosticsStatusNotification: 'diagnostics-status',
}

/** Transaction id of a session whose start the server has not answered yet. */
const NO_TRANSACTION = -1

export function createDialect16(connectors: number, meterInterval_s: number): Dialect {
  const configuration = configuration16(connectors, meterInterval_s)
  return {
    version: 'ocpp1.6',
    configuration,
    meterIntervalKey: 'MeterValueSampleInterval',
    stationKeyKey: 'AuthorizationKey',
    heartbeatIntervalKey: 'HeartbeatInterval',
    boot: ({ vendor, model, serial, firmware }) => ({
      action: 'BootNotification',
      payload: {
        chargePointVendor: vendor,
        chargePointModel: model,
        chargePointSerialNumber: serial,
        firmwareVersion: firmware,
      },
    }),
    heartbeat: () => ({ action: 'Heartbeat', payload: {} }),
    status: (connector, phase, faultCode, at) => ({
      action: 'StatusNotification',
      payload: {
        connectorId: connector,
        status: STATUS[phase],
        errorCode: phase === 'fault' ? (faultCode ?? 'OtherError') : 'NoError',
        timestamp: formatInstant(at),
      },
    }),
    authorize: tag => ({ action: 'Authorize', payload: { idTag: tag } }),
    isAuthorized: payload => {
      const read = isJsonObject(payload) ? readResponse('Authorize', payload) : null
      return read?.ok === true && read.payload.idTagInfo.status === 'Accepted'
    },
    started: session => ({
      action: 'StartTransaction',
      payload: {
        connectorId: session.connector,
        idTag: session.tag,
        meterStart: session.start.register_wh,
        timestamp: formatInstant(session.start.at),
      },
    }),
    readStarted: (session, payload) => {
      const read = isJsonObject(payload) ? readResponse('StartTransaction', payload) : null
      if (read?.ok !== true) return false
      session.transactionId = String(read.payload.transactionId)
      return read.payload.idTagInfo.status === 'Accepted'
    },
    meter: (session, reading) => ({
      action: 'MeterValues',
      payload: {
        connectorId: session.connector,
        transactionId: transactionOf(session),
        meterValue: [{ timestamp: formatInstant(reading.at), sampledValue: sampledValues(reading) }],
      },
    }),
    stopped: (session, reading, cause) => ({
      action: 'StopTransaction',
      payload: {
        transactionId: transactionOf(session),
        idTag: session.tag,
        meterStop: reading.register_wh,
        timestamp: formatInstant(reading.at),
        reason: REASON[cause],
      },
    }),
    firmwareStatus: status => ({ action: 'FirmwareStatusNotification', payload: { status } }),
    diagnosticsStatus: status => ({ action: 'DiagnosticsStatusNotification', payload: { status } }),
    answer: (call, pile) => {
      const read = readSystemCall(call)
      if (!read.ok) return { code: errorWord('ocpp1.6', read.kind), description: read.description }
      return answer(read.message, pile)
    },
  }
}

function transactionOf(session: { transactionId: string | null }): number {
  return session.transactionId === null ? NO_TRANSACTION : Number(session.transactionId)
}

function sampledValues(reading: Reading): Request<'MeterValues'>['meterValue'][number]['sampledValue'] {
  const context = 'Sample.Periodic'
  return [
    {
      value: String(reading.register_wh),
      context,
      measurand: 'Energy.Active.Import.Register',
      unit: 'Wh',
      location: 'Outlet',
    },
    { value: String(reading.power_w), context, measurand: 'Power.Active.Import', unit: 'W', location: 'Outlet' },
    { value: fixed(reading.current_ma, 3), context, measurand: 'Current.Import', unit: 'A', location: 'Outlet' },
    { value: fixed(reading.voltage_mv, 3), context, measurand: 'Voltage', unit: 'V', location: 'Outlet' },
    { value: fixed(reading.soc_permille, 1), context, measurand: 'SoC', unit: 'Percent', location: 'EV' },
    { value: fixed(reading.temperature_dc, 1), context, measurand: 'Temperature', unit: 'Celcius', location: 'Outlet' },
  ]
}

const numbersOf = (connectorId: number | undefined): readonly number[] | null =>
  connectorId === undefined ? null : [connectorId]

/** Returns the answer of one action, type-checked. */
function reply<A extends SystemMessage['action']>(_: A, payload: Response<A>): Answer {
  return { payload }
}

function answer(message: SystemMessage, pile: PileControls): Answer {
  switch (message.action) {
    case 'RemoteStartTransaction': {
      const { idTag, connectorId } = message.payload
      return reply(message.action, { status: accepted(pile.remoteStart(idTag, numbersOf(connectorId), null)) })
    }
    case 'RemoteStopTransaction':
      return reply(message.action, { status: accepted(pile.remoteStop(String(message.payload.transactionId))) })
    case 'Reset':
      return reply(message.action, { status: accepted(pile.reset(message.payload.type === 'Hard')) })
    case 'UnlockConnector':
      return reply(message.action, {
        status: pile.unlock(message.payload.connectorId) === 'unlocked' ? 'Unlocked' : 'UnlockFailed',
      })
    case 'ChangeAvailability': {
      const outcome = pile.setAvailability(
        numbersOf(message.payload.connectorId || undefined),
        message.payload.type === 'Operative',
      )
      const words = { accepted: 'Accepted', scheduled: 'Scheduled', rejected: 'Rejected' } as const
      return reply(message.action, { status: words[outcome] })
    }
    case 'GetConfiguration':
      return reply(message.action, configurationOf(pile, message.payload.key))
    case 'ChangeConfiguration': {
      const words = {
        accepted: 'Accepted',
        'reboot-required': 'RebootRequired',
        rejected: 'Rejected',
        unknown: 'NotSupported',
      } as const
      return reply(message.action, { status: words[pile.setConfiguration(message.payload.key, message.payload.value)] })
    }
    case 'TriggerMessage': {
      const done = pile.trigger(TRIGGERS[message.payload.requestedMessage], numbersOf(message.payload.connectorId))
      return reply(message.action, { status: done ? 'Accepted' : 'Rejected' })
    }
    case 'GetDiagnostics':
      return reply(message.action, { fileName: pile.uploadDiagnostics(null) })
    case 'UpdateFirmware':
      pile.updateFirmware(null)
      return reply(message.action, {})
    case 'ClearCache':
      return reply(message.action, { status: 'Accepted' })
    case 'DataTransfer':
      return reply(message.action, { status: 'UnknownVendorId' })
    case 'ReserveNow':
    case 'CancelReservation':
      return reply(message.action, { status: 'Rejected' })
    case 'GetLocalListVersion':
      // OCPP 1.6 §5.10: −1 means that local lists are not supported.
      return reply(message.action, { listVersion: -1 })
    case 'SendLocalList':
    case 'SetChargingProfile':
      return reply(message.action, { status: 'NotSupported' })
    case 'ClearChargingProfile':
      return reply(message.action, { status: 'Unknown' })
    case 'GetCompositeSchedule':
      return reply(message.action, { status: 'Rejected' })
    case 'CertificateSigned':
    case 'DeleteCertificate':
    case 'ExtendedTriggerMessage':
    case 'GetInstalledCertificateIds':
    case 'GetLog':
    case 'InstallCertificate':
    case 'SignedUpdateFirmware':
      return { code: errorWord('ocpp1.6', 'not-implemented'), description: 'no security extension here' }
  }
}

function accepted(done: boolean): 'Accepted' | 'Rejected' {
  return done ? 'Accepted' : 'Rejected'
}

function configurationOf(pile: PileControls, keys: readonly string[] | undefined): Response<'GetConfiguration'> {
  const listed = (entry: { key: string; value: string | null; readonly: boolean }) => ({
    key: entry.key,
    readonly: entry.readonly,
    ...(entry.value === null ? {} : { value: entry.value }),
  })
  if (keys === undefined || keys.length === 0) return { configurationKey: pile.configuration.list().map(listed) }
  const found = keys.map(key => pile.configuration.get(key)).filter(entry => entry !== null)
  return { configurationKey: found.map(listed), unknownKey: keys.filter(key => pile.configuration.get(key) === null) }
}
