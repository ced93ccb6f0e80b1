import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { serveBankAccount } from './accounts/serve-bank-account.ts'
import { serveCompany, similarRoute } from './company/serve-company.ts'
import { licenceJob } from './licence-job.ts'
import { COMPANIES_MESSAGES } from './messages.ts'
import type { CompaniesPorts } from './ports.ts'
import { serveContact } from './serve-contact.ts'

/** Returns the module: companies, their bank accounts and their contacts. */
export function companiesModule(ports: CompaniesPorts): ServerModule {
  return serverModule(registry, {
    served: [serveCompany(ports), serveBankAccount(), serveContact()],
    routes: [similarRoute()],
    messages: COMPANIES_MESSAGES,
    jobs: [licenceJob(() => ports.now())],
  })
}
