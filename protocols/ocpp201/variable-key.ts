import type { Request } from './actions.ts'

type Component = Request<'GetVariables'>['getVariableData'][number]['component']
type Variable = Request<'GetVariables'>['getVariableData'][number]['variable']

export interface VariablePath {
  component: Component
  variable: Variable
}

/**
 * The keys of 1.6 that operators know by heart, by their place in the 2.0.1 device model (part 2, appendix 3), so that
 * one command works on both. Both spellings are accepted.
 */
const FAMILIAR: Readonly<Record<string, string>> = {
  HeartbeatInterval: 'OCPPCommCtrlr.HeartbeatInterval',
  WebSocketPingInterval: 'OCPPCommCtrlr.WebSocketPingInterval',
  ResetRetries: 'OCPPCommCtrlr.ResetRetries',
  TransactionMessageAttempts: 'OCPPCommCtrlr.MessageAttempts(TransactionEvent)',
  TransactionMessageRetryInterval: 'OCPPCommCtrlr.MessageAttemptInterval(TransactionEvent)',
  MeterValueSampleInterval: 'SampledDataCtrlr.TxUpdatedInterval',
  MeterValuesSampledData: 'SampledDataCtrlr.TxUpdatedMeasurands',
  StopTxnSampledData: 'SampledDataCtrlr.TxEndedMeasurands',
  ClockAlignedDataInterval: 'AlignedDataCtrlr.Interval',
  MeterValuesAlignedData: 'AlignedDataCtrlr.Measurands',
  AuthorizeRemoteTxRequests: 'AuthCtrlr.AuthorizeRemoteStart',
  LocalPreAuthorize: 'AuthCtrlr.LocalPreAuthorize',
  LocalAuthorizeOffline: 'AuthCtrlr.LocalAuthorizeOffline',
  AuthorizationCacheEnabled: 'AuthCacheCtrlr.Enabled',
  LocalAuthListEnabled: 'LocalAuthListCtrlr.Enabled',
  ConnectionTimeOut: 'TxCtrlr.EVConnectionTimeOut',
  StopTransactionOnEVSideDisconnect: 'TxCtrlr.StopTxOnEVSideDisconnect',
  StopTransactionOnInvalidId: 'TxCtrlr.StopTxOnInvalidId',
}

const PATH =
  /^([^.()[\]@:]{1,50})(?:\[([^\]]{1,50})\])?(?:@(\d{1,4})(?::(\d{1,4}))?)?\.([^.()[\]]{1,50})(?:\(([^)]{1,50})\))?$/

/**
 * Reads `Component[instance]@evse:connector.Variable(instance)`, all brackets optional, or a well-known 1.6 key. Null when it is
 * neither.
 */
export function parseVariableKey(key: string): VariablePath | null {
  const match = PATH.exec(FAMILIAR[key] ?? key)
  if (match === null) return null
  const [, name = '', instance, evse, connector, variable = '', variableInstance] = match
  const evsePart =
    evse === undefined
      ? {}
      : { evse: { id: Number(evse), ...(connector === undefined ? {} : { connectorId: Number(connector) }) } }
  return {
    component: { name, ...(instance === undefined ? {} : { instance }), ...evsePart },
    variable: { name: variable, ...(variableInstance === undefined ? {} : { instance: variableInstance }) },
  }
}

/** Formats a variable key, the inverse of parsing, always in the long form. */
export function formatVariableKey({ component, variable }: VariablePath): string {
  const instance = component.instance === undefined ? '' : `[${component.instance}]`
  const evse = component.evse
  const place = evse === undefined ? '' : `@${evse.id}${evse.connectorId === undefined ? '' : `:${evse.connectorId}`}`
  const variableInstance = variable.instance === undefined ? '' : `(${variable.instance})`
  return `${component.name}${instance}${place}.${variable.name}${variableInstance}`
}
