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
  dataTransferAnswer,
  heartbeatAnswer,
  type PlainAction,
  plainAnswer,
  signCertificateAnswer,
  startAnswer,
  stopAnswer,
} from './answers.ts'
export { checkOutgoing, compileSchemas, isAction, readPileCall, readResponse, readSystemCall } from './codec.ts'
export { buildCommand, readAnswer } from './commands.ts'
export { toDraftFacts } from './to-draft-facts.ts'
