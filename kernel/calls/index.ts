export {
  type Access,
  type AnyCall,
  type CallAnswer,
  type CallDeclaration,
  type CallInput,
  type CallOf,
  type CallResult,
  type CheckedInput,
  defineCall,
  type DerivedCall,
} from './define-call.ts'
export { type ListInput, listInput } from './list-input.ts'
export {
  decimalText,
  flagInput,
  ID,
  idInput,
  instant,
  isPlainText,
  labelsShape,
  searchWord,
  wholeInput,
} from './wire.ts'
