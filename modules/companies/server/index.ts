export { companiesModule } from './companies-module.ts'
export { warnOfLicences } from './licence-job.ts'
export type { CompaniesPorts } from './ports.ts'
export { type DemoCompanies, prepareDemoCompanies } from './demo/prepare-demo-companies.ts'
export {
  accountEndings,
  type Addressee,
  addresseesOf,
  companiesByIds,
  type CompanyFacts,
  isPayable,
} from './read-companies.ts'
