export { checkNewRecord } from './check-calls.ts'
export {
  type Access,
  type AnyCall,
  AT_STATION,
  type AtStation,
  type CallAnswer,
  type CallDeclaration,
  type CallInput,
  type CallOf,
  type CallResult,
  type CheckedInput,
  defineCall,
  type DerivedCall,
  type NarrowedCall,
} from './define-call.ts'
export {
  beginFile,
  discardFile,
  type FileBegun,
  fileInfo,
  type FileInfo,
  fileInfos,
  fileName,
  fileQuery,
  finishFile,
  sendFileChunk,
} from './file-calls.ts'
export { type ListInput, listInput } from './list-input.ts'
export { type LogPage, logPage, MAX_LOG_PAGE } from './log-page.ts'
export { fillPath, type FilledPath, pathNames } from './path-parts.ts'
export { REVEALED_SECONDS, type Revealed, REVEALS_PER_HOUR, revealPersonal } from './personal-calls.ts'
export {
  MAX_REPORT_COLUMNS,
  MAX_REPORT_LINES,
  REPORT_PAPER,
  type ReportPaper,
  reportPaper,
} from './report-calls.ts'
export {
  listShareLinks,
  makeShareLink,
  MOST_SHARE_DAYS,
  SHARE_DAYS,
  type ShareLink,
  type ShareLinks,
  withdrawShareLink,
} from './share-calls.ts'
export {
  dayInput,
  decimalText,
  flagInput,
  ID,
  idInput,
  idsInput,
  instant,
  isOneLine,
  isPlainText,
  isSeen,
  keepsDirection,
  labelsShape,
  momentInput,
  searchWord,
  wholeInput,
} from './wire.ts'
