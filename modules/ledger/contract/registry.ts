import { registerModule } from '@wattyard/resource'
import { account } from './account.ts'
import { journal } from './journal.ts'

/** The module has no pages: pages of other modules show its records and use its texts. */
export const registry = registerModule({ name: 'ledger', resources: [account, journal] })
