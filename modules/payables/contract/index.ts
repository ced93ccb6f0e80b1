export { BUCKET_DAYS, type Bucket, bucketOf, BUCKETS } from './ageing.ts'
export { allocation, ALLOCATION_KINDS, ALLOCATION_STATES } from './allocation.ts'
export { document, DOCUMENT_STATES, type DocumentState, OPEN_STATES } from './document.ts'
export {
  accountOfPurpose,
  CONTROL,
  DOCUMENT_KINDS,
  type DocumentKind,
  isDebit,
  isPayment,
  PAYMENT_KINDS,
  type Purpose,
  PURPOSES,
  writeOffAccount,
} from './document-kind.ts'
export { type OpenItem, oldestFirst, type ProposedLine } from './propose.ts'
