import {
  type CommandOutcome,
  type CommandStatus,
  type ConfigurationValue,
  type JsonObject,
  type PileCommand,
  unreadableAnswer,
} from '@wattyard/ocpp-frame'
import type { Action, Request, Response } from './actions.ts'
import { readResponse } from './codec.ts'
import { formatVariableKey } from './variable-key.ts'

const STATUS: Readonly<Record<string, CommandStatus>> = {
  Accepted: 'accepted',
  AcceptedCanceled: 'accepted',
  Rejected: 'rejected',
  Scheduled: 'scheduled',
  RebootRequired: 'reboot-required',
  NotSupported: 'not-supported',
  NotImplemented: 'not-supported',
  NotSupportedAttributeType: 'not-supported',
  Unlocked: 'accepted',
  UnlockFailed: 'failed',
  OngoingAuthorizedTransaction: 'rejected',
  UnknownConnector: 'rejected',
  UnknownComponent: 'unknown-key',
  UnknownVariable: 'unknown-key',
  UnknownMessageId: 'unknown-key',
  UnknownVendorId: 'unknown-key',
  EmptyResultSet: 'accepted',
  InvalidCertificate: 'failed',
  RevokedCertificate: 'failed',
}

/** Actions whose answer is a single status with an optional explanation. */
const STATUS_ACTION = {
  'remote-stop': 'RequestStopTransaction',
  reset: 'Reset',
  unlock: 'UnlockConnector',
  'change-availability': 'ChangeAvailability',
  trigger: 'TriggerMessage',
  'clear-cache': 'ClearCache',
  'update-firmware': 'UpdateFirmware',
} as const satisfies Partial<Record<PileCommand['kind'], Action>>

/** Outcome of a command from the pile's answer. */
export function readAnswer(command: PileCommand, payload: JsonObject): CommandOutcome {
  switch (command.kind) {
    case 'remote-start': {
      const read = readResponse('RequestStartTransaction', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const { status, statusInfo, transactionId } = read.payload
      const outcome = fromWord(status, statusInfo)
      return transactionId === undefined ? outcome : { ...outcome, transactionId }
    }
    case 'get-configuration':
      return command.keys.length === 0 ? readBaseReport(payload) : readVariables(payload)
    case 'set-configuration': {
      const read = readResponse('SetVariables', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const result = read.payload.setVariableResult[0]
      return result === undefined
        ? unreadableAnswer('no result')
        : fromWord(result.attributeStatus, result.attributeStatusInfo)
    }
    case 'get-diagnostics': {
      const read = readResponse('GetLog', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const outcome = fromWord(read.payload.status, read.payload.statusInfo)
      return read.payload.filename === undefined ? outcome : { ...outcome, fileName: read.payload.filename }
    }
    case 'data-transfer': {
      const read = readResponse('DataTransfer', payload)
      if (!read.ok) return unreadableAnswer(read.description)
      const outcome = fromWord(read.payload.status, read.payload.statusInfo)
      return read.payload.data === undefined ? outcome : { ...outcome, data: textOf(read.payload.data) }
    }
    case 'remote-stop':
    case 'reset':
    case 'unlock':
    case 'change-availability':
    case 'trigger':
    case 'clear-cache':
    case 'update-firmware': {
      const read = readResponse(STATUS_ACTION[command.kind], payload)
      return read.ok ? fromWord(read.payload.status, read.payload.statusInfo) : unreadableAnswer(read.description)
    }
  }
}

/** The values themselves follow in NotifyReport messages, see `readReport`. */
function readBaseReport(payload: JsonObject): CommandOutcome {
  const read = readResponse('GetBaseReport', payload)
  if (!read.ok) return unreadableAnswer(read.description)
  const outcome = fromWord(read.payload.status, read.payload.statusInfo)
  return outcome.status === 'accepted' && read.payload.status !== 'EmptyResultSet'
    ? { ...outcome, status: 'scheduled' }
    : outcome
}

function readVariables(payload: JsonObject): CommandOutcome {
  const read = readResponse('GetVariables', payload)
  if (!read.ok) return unreadableAnswer(read.description)
  const values: ConfigurationValue[] = []
  const unknownKeys: string[] = []
  let refused: string | null = null
  for (const result of read.payload.getVariableResult) {
    const key = formatVariableKey(result)
    if (result.attributeStatus === 'Accepted')
      values.push({ key, value: result.attributeValue ?? null, readonly: false })
    else if (result.attributeStatus === 'Rejected') refused = 'Rejected'
    else unknownKeys.push(key)
  }
  const status = values.length > 0 ? 'accepted' : refused === null ? 'unknown-key' : 'rejected'
  return { status, detail: refused, values, unknownKeys }
}

/** One part of the report requested by a GetBaseReport. */
export interface ReportPart {
  /** Number of the command that requested it. */
  requestId: number
  /** Index of this part, from 0. */
  seqNo: number
  /** False for the last part. */
  more: boolean
  values: ConfigurationValue[]
}

/** Actual values of a NotifyReport as configuration values; write-only values are null. */
export function readReport(report: Request<'NotifyReport'>): ReportPart {
  const values: ConfigurationValue[] = []
  for (const item of report.reportData ?? []) {
    const actual = item.variableAttribute.find(attribute => (attribute.type ?? 'Actual') === 'Actual')
    if (actual === undefined) continue
    const hidden = actual.mutability === 'WriteOnly'
    values.push({
      key: formatVariableKey(item),
      value: hidden ? null : (actual.value ?? null),
      readonly: actual.mutability === 'ReadOnly' || actual.constant === true,
    })
  }
  return { requestId: report.requestId, seqNo: report.seqNo, more: report.tbc === true, values }
}

type StatusInfo = Response<'Reset'>['statusInfo']

function fromWord(word: string, info: StatusInfo): CommandOutcome {
  const reason = info === undefined ? null : [info.reasonCode, info.additionalInfo].filter(Boolean).join(': ')
  return { status: STATUS[word] ?? 'failed', detail: reason === null ? word : `${word} (${reason})` }
}

function textOf(data: unknown): string {
  return typeof data === 'string' ? data : JSON.stringify(data)
}
