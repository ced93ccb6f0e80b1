export {
  type Action,
  type Actions,
  isPileAction,
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
  type TagVerdict,
} from './answers.ts'
export { buildCommand, readAnswer } from './commands.ts'
export {
  checkOutgoing,
  readPileCall,
  type ReadOk,
  type ReadRefused,
  readResponse,
  readSystemCall,
} from './read-call.ts'
export { compileSchemas, isAction } from './schemas.ts'
export { toDraftFacts } from './to-draft-facts.ts'
