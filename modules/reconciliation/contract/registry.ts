import { registerModule } from '@wattyard/resource'
import { file } from './records/file.ts'
import { mapping } from './records/mapping.ts'
import { outcome } from './records/outcome.ts'
import { row } from './records/row.ts'
import { run } from './records/run.ts'

export const registry = registerModule({
  name: 'reconciliation',
  resources: [mapping, file, row, run, outcome],
  pages: {
    '/cwdata4/TradeNBill': {
      file: 'trade-bill-page.tsx',
      stations: 'notNarrowed',
      words: ['payments', 'ledger', 'platform', 'identity'],
      anyOf: ['ledger.journal:read', 'reconciliation.outcome:read'],
    },
  },
})
