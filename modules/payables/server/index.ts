export { type Ageing, ageingByCompany, ageingOf, type AgeingAsked } from './ageing/read-ageing.ts'
export { DOCUMENT_CHECKS } from './check-documents.ts'
export { prepareDemoPayables } from './demo/prepare-demo-payables.ts'
export { type Deed } from './documents/confirm-document.ts'
export { type DocumentOfSource, recordDocument } from './documents/record-document.ts'
export { followPayablesReversals } from './follow-reversals.ts'
export { channelsWithDocuments, companiesWithDocuments } from './in-use.ts'
export { payablesModule } from './payables-module.ts'
export {
  type CompanyPayment,
  companyPaymentDays,
  type CompanyPaymentsAsked,
  readCompanyPayments,
} from './payments/read-payments.ts'
export type { BookedPayment, PayablesWorld, PaymentFollower } from './world.ts'
