export {
  type Access,
  type CallAnswer,
  type CallDeclaration,
  type CallInput,
  type CallResult,
  type CheckedInput,
  defineCall,
} from './define-call.ts'
export { decimalText, flagInput, ID, idInput, instant, wholeInput } from './wire.ts'
