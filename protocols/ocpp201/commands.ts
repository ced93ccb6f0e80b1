import { type BuiltCommand, formatInstant, type PileCommand, type TriggerMessageName } from '@wattyard/ocpp-frame'
import type { Action, Request } from './actions.ts'
import { type ConnectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
import { checkOutgoing } from './codec.ts'
import { parseVariableKey } from './variable-key.ts'

const TRIGGERS: Record<TriggerMessageName, Request<'TriggerMessage'>['requestedMessage']> = {
  boot: 'BootNotification',
  heartbeat: 'Heartbeat',
  status: 'StatusNotification',
  // In 2.0.1 meter values of a running session are transaction events.
  'meter-values': 'TransactionEvent',
  'firmware-status': 'FirmwareStatusNotification',
  'diagnostics-status': 'LogStatusNotification',
}

/** Builds the OCPP 2.0.1 call of a neutral command; refused when it does not fit the schema or names no variable. */
export function buildCommand(command: PileCommand, map: ConnectorMap = ONE_CONNECTOR_PER_EVSE): BuiltCommand {
  const [action, payload] = spell(command, map)
  if (action === null) return { ok: false, reason: payload }
  const complaint = checkOutgoing(action, 'Request', payload)
  return complaint === null ? { ok: true, action, payload } : { ok: false, reason: complaint }
}

/** Returns the action that carries a command: its answer is read by the command, not by the action. */
export function actionOf(command: PileCommand): Action {
  switch (command.kind) {
    case 'remote-start':
      return 'RequestStartTransaction'
    case 'remote-stop':
      return 'RequestStopTransaction'
    case 'reset':
      return 'Reset'
    case 'unlock':
      return 'UnlockConnector'
    case 'change-availability':
      return 'ChangeAvailability'
    case 'get-configuration':
      return command.keys.length === 0 ? 'GetBaseReport' : 'GetVariables'
    case 'set-configuration':
      return 'SetVariables'
    case 'trigger':
      return 'TriggerMessage'
    case 'get-diagnostics':
      return 'GetLog'
    case 'update-firmware':
      return 'UpdateFirmware'
    case 'clear-cache':
      return 'ClearCache'
    case 'data-transfer':
      return 'DataTransfer'
  }
}

function spell(command: PileCommand, map: ConnectorMap): [Action, object] | [null, string] {
  const action = actionOf(command)
  switch (command.kind) {
    case 'remote-start': {
      const { tag, connector, remoteStartId } = command
      const evse = connector === null ? {} : { evseId: map.evseOf(connector).evseId }
      // `Central`: a token of ours, which the pile need not authorise again (2.0.1 F01).
      return [action, { idToken: { idToken: tag, type: 'Central' }, remoteStartId, ...evse }]
    }
    case 'remote-stop':
      return [action, { transactionId: command.transactionId }]
    case 'reset':
      return [action, { type: command.mode === 'hard' ? 'Immediate' : 'OnIdle' }]
    case 'unlock':
      return [action, map.evseOf(command.connector)]
    case 'change-availability':
      return [
        action,
        {
          operationalStatus: command.operative ? 'Operative' : 'Inoperative',
          ...evseOf(command.connector || null, map),
        },
      ]
    case 'get-configuration':
      return command.keys.length === 0
        ? [action, { requestId: command.requestId, reportBase: 'ConfigurationInventory' }]
        : getVariables(command.keys)
    case 'set-configuration': {
      const path = parseVariableKey(command.key)
      if (path === null) return [null, `${command.key} names no component and variable`]
      return [action, { setVariableData: [{ ...path, attributeValue: command.value }] }]
    }
    case 'trigger':
      return [action, { requestedMessage: TRIGGERS[command.message], ...evseOf(command.connector, map) }]
    case 'get-diagnostics':
      return [action, { requestId: command.requestId, logType: 'DiagnosticsLog', log: logOf(command) }]
    case 'update-firmware':
      return [
        action,
        {
          requestId: command.requestId,
          firmware: { location: command.location, retrieveDateTime: formatInstant(command.retrieveAt) },
          ...(command.retries === null ? {} : { retries: command.retries }),
          ...(command.retryInterval_s === null ? {} : { retryInterval: command.retryInterval_s }),
        },
      ]
    case 'clear-cache':
      return [action, {}]
    case 'data-transfer':
      return [
        action,
        {
          vendorId: command.vendorId,
          ...(command.messageId === null ? {} : { messageId: command.messageId }),
          ...(command.data === null ? {} : { data: command.data }),
        },
      ]
  }
}

function getVariables(keys: readonly string[]): [Action, object] | [null, string] {
  const paths = keys.map(parseVariableKey)
  const unknown = keys[paths.indexOf(null)]
  return unknown === undefined
    ? ['GetVariables', { getVariableData: paths }]
    : [null, `${unknown} names no component and variable`]
}

function evseOf(connector: number | null, map: ConnectorMap): { evse?: { id: number; connectorId: number } } {
  if (connector === null) return {}
  const { evseId, connectorId } = map.evseOf(connector)
  return { evse: { id: evseId, connectorId } }
}

function logOf(command: { location: string; from: number | null; to: number | null }): object {
  return {
    remoteLocation: command.location,
    ...(command.from === null ? {} : { oldestTimestamp: formatInstant(command.from) }),
    ...(command.to === null ? {} : { latestTimestamp: formatInstant(command.to) }),
  }
}
