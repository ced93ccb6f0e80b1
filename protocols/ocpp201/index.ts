export {
  type Action,
  type Actions,
  type PileAction,
  type PileMessage,
  type Request,
  type Response,
  type SystemAction,
  type SystemMessage,
} from './actions.ts'
export {
  authorizeAnswer,
  bootAnswer,
  chargingNeedsAnswer,
  chargingScheduleAnswer,
  dataTransferAnswer,
  heartbeatAnswer,
  type PlainAction,
  plainAnswer,
  signCertificateAnswer,
  transactionEventAnswer,
} from './answers.ts'
export { checkOutgoing, compileSchemas, isAction, readPileCall, readResponse, readSystemCall } from './codec.ts'
export { readAnswer, readReport, type ReportPart } from './command-answers.ts'
export { actionOf, buildCommand } from './commands.ts'
export { type ConnectorMap, connectorMap, ONE_CONNECTOR_PER_EVSE } from './connector-map.ts'
export { toDraftFacts } from './to-draft-facts.ts'
export { formatVariableKey, parseVariableKey, type VariablePath } from './variable-key.ts'
