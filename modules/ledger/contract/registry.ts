import { registerModule } from '@wattyard/resource'
import { account } from './account.ts'
import { journal } from './journal.ts'

/** No pages yet: its records are looked up and its words shown by the pages of others. */
export const registry = registerModule({ name: 'ledger', resources: [account, journal] })
