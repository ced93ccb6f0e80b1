import {
  type BuiltCommand,
  type CommandOutcome,
  type CommandStatus,
  formatInstant,
  type JsonObject,
  type PileCommand,
  type TriggerMessageName,
  unreadableAnswer,
} from '@wattyard/ocpp-frame'
import { checkOutgoing, readResponse } from './codec.ts'
import type { Action, Request } from './actions.ts'

const TRIGGERS: Record<TriggerMessageName, Request<'TriggerMessage'>['requestedMessage']> = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  status: 'StatusNotification',
  'meter-values': 'MeterValues',
  'firmware-status': 'FirmwareStatusNotification',
  'diagnostics-status': 'DiagnosticsStatusNotification',
}

/**
 * Builds the OCPP 1.6 call of a neutral command; refused when it does not fit the schema (a tag over 20 characters).
 */
export function buildCommand(command: PileCommand): BuiltCommand {
  const [action, payload] = spell(command)
  if (action === null) return { ok: false, reason: payload }
  const complaint = checkOutgoing(action, 'Request', payload)
  return complaint === null ? { ok: true, action, payload } : { ok: false, reason: complaint }
}

function spell(command: PileCommand): [Action, object] | [null, string] {
  switch (command.kind) {
    case 'remote-start': {
      const { tag, connector } = command
      return ['RemoteStartTransaction', connector === null ? { idTag: tag } : { idTag: tag, connectorId: connector }]
    }
    case 'remote-stop': {
      const transactionId = Number(command.transactionId)
      if (!Number.isSafeInteger(transactionId)) return [null, 'a 1.6 transaction id is an integer']
      return ['RemoteStopTransaction', { transactionId }]
    }
    case 'reset':
      return ['Reset', { type: command.mode === 'hard' ? 'Hard' : 'Soft' }]
    case 'unlock':
      return ['UnlockConnector', { connectorId: command.connector }]
    case 'change-availability':
      return [
        'ChangeAvailability',
        { connectorId: command.connector, type: command.operative ? 'Operative' : 'Inoperative' },
      ]
    case 'get-configuration':
      return ['GetConfiguration', command.keys.length === 0 ? {} : { key: command.keys }]
    case 'set-configuration':
      return ['ChangeConfiguration', { key: command.key, value: command.value }]
    case 'trigger': {
      const requestedMessage = TRIGGERS[command.message]
      return [
        'TriggerMessage',
        command.connector === null ? { requestedMessage } : { requestedMessage, connectorId: command.connector },
      ]
    }
    case 'get-diagnostics':
      return [
        'GetDiagnostics',
        {
          location: command.location,
          ...(command.from === null ? {} : { startTime: formatInstant(command.from) }),
          ...(command.to === null ? {} : { stopTime: formatInstant(command.to) }),
        },
      ]
    case 'update-firmware':
      return [
        'UpdateFirmware',
        {
          location: command.location,
          retrieveDate: formatInstant(command.retrieveAt),
          ...(command.retries === null ? {} : { retries: command.retries }),
          ...(command.retryInterval_s === null ? {} : { retryInterval: command.retryInterval_s }),
        },
      ]
    case 'clear-cache':
      return ['ClearCache', {}]
    case 'data-transfer':
      return [
        'DataTransfer',
        {
          vendorId: command.vendorId,
          ...(command.messageId === null ? {} : { messageId: command.messageId }),
          ...(command.data === null ? {} : { data: command.data }),
        },
      ]
  }
}

const STATUS: Readonly<Record<string, CommandStatus>> = {
  Accepted: 'accepted',
  Rejected: 'rejected',
  Scheduled: 'scheduled',
  RebootRequired: 'reboot-required',
  NotSupported: 'not-supported',
  NotImplemented: 'not-supported',
  Unlocked: 'accepted',
  UnlockFailed: 'failed',
  UnknownMessageId: 'unknown-key',
  UnknownVendorId: 'unknown-key',
}

/** Returns the meaning of a pile's answer to a command. */
export function readAnswer(command: PileCommand, payload: JsonObject): CommandOutcome {
  switch (command.kind) {
    case 'get-configuration': {
      const read = readResponse('GetConfiguration', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const values = (read.payload.configurationKey ?? []).map(({ key, value, readonly }) => ({
        key,
        value: value ?? null,
        readonly,
      }))
      const unknownKeys = read.payload.unknownKey ?? []
      const status = values.length === 0 && unknownKeys.length > 0 ? 'unknown-key' : 'accepted'
      return { status, detail: null, values, unknownKeys }
    }
    case 'get-diagnostics': {
      const read = readResponse('GetDiagnostics', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      // OCPP 1.6 §6.26: no file name means that there is nothing to upload.
      if (read.payload.fileName === undefined || read.payload.fileName === '')
        return { status: 'failed', detail: 'no file' }
      return { status: 'accepted', detail: null, fileName: read.payload.fileName }
    }
    case 'update-firmware': {
      const read = readResponse('UpdateFirmware', payload)
      return read.ok ? { status: 'accepted', detail: null } : unreadableAnswer(read.description)
    }
    case 'data-transfer': {
      const read = readResponse('DataTransfer', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const outcome = fromWord(read.payload.status)
      return read.payload.data === undefined ? outcome : { ...outcome, data: read.payload.data }
    }
    case 'remote-start':
    case 'remote-stop':
    case 'reset':
    case 'unlock':
    case 'change-availability':
    case 'set-configuration':
    case 'trigger':
    case 'clear-cache': {
      const read = readResponse(STATUS_ACTION[command.kind], payload)
      return read.ok ? fromWord(read.payload.status) : unreadableAnswer(read.description)
    }
  }
}

/** Actions whose answer is a single status. */
const STATUS_ACTION = {
  'remote-start': 'RemoteStartTransaction',
  'remote-stop': 'RemoteStopTransaction',
  reset: 'Reset',
  unlock: 'UnlockConnector',
  'change-availability': 'ChangeAvailability',
  'set-configuration': 'ChangeConfiguration',
  trigger: 'TriggerMessage',
  'clear-cache': 'ClearCache',
} as const

function fromWord(word: string): CommandOutcome {
  return { status: STATUS[word] ?? 'failed', detail: word }
}
