export {
  gunzip,
  inflate,
  MAX_RATIO,
  UNPACK_PROBLEMS,
  UnpackError,
  type UnpackLimits,
  type UnpackProblem,
} from './archive/unpack.ts'
export { listZip, MAX_ENTRIES, readZipEntry, type ZipEntry } from './archive/zip.ts'
export { readCamt053 } from './camt053/camt053.ts'
export { readDescribed } from './described/described-file.ts'
export type { ColumnEvidence, EvidenceBy } from './described/guess/guess-columns.ts'
export {
  columnsIn,
  columnsOf,
  type GuessDoubt,
  guessMapping,
  type MappingGuess,
  type SampleColumn,
} from './described/guess/guess-mapping.ts'
export { FIELDS, type FieldName, type FileMapping, fileMappingSchema } from './described/mapping.ts'
export { readMt940 } from './mt940/mt940.ts'
export { readAlipayTrade } from './alipay/trade-detail.ts'
export {
  FINDING_LEVELS,
  type Finding,
  type FindingCode,
  type FindingLevel,
  MAX_FINDINGS_PER_CODE,
  MAX_VALUE_LENGTH,
} from './reading/findings.ts'
export { FILE_ENCODINGS, type FileEncoding } from './reading/encoding.ts'
export { MAX_LINE_BYTES } from './reading/lines.ts'
export { readBytes, readFile } from './reading/read-file.ts'
export type {
  Expected,
  FileFacts,
  FileFormat,
  FileItem,
  FileReader,
  FileTotal,
  PaymentRow,
  ReaderOptions,
  RowKind,
  RowState,
  StatementFacts,
  TotalName,
} from './reading/result.ts'
export { readWechatFunds } from './wechat/fund-flow.ts'
export { readWechatTrade } from './wechat/trade-bill.ts'
