import { type ServerModule, serverModule } from '@wattyard/server-kit'
import { registry } from '../contract/registry.ts'
import { ageingFileRoute } from './ageing/ageing-file.ts'
import { ageingRoute } from './ageing/read-ageing.ts'
import { allocateRoute, openItemsRoute } from './allocations/open-items.ts'
import { serveAllocation } from './allocations/serve-allocation.ts'
import { serveDocument } from './documents/serve-document.ts'
import { payablesDeletionBlockers } from './in-use.ts'
import { serveStatement } from './statements/serve-statement.ts'
import { statementSheet } from './statements/statement-sheet.ts'
import type { PayablesWorld } from './world.ts'

/** Returns the module: documents of companies, payments included, and how they settle each other. */
export function payablesModule(world: PayablesWorld): ServerModule {
  return serverModule(registry, {
    tenantDeletion: {
      payables_document: {
        do: 'pseudonymise',
        columns: {
          subject: 'null',
          their_number: 'null',
          receipt: 'null',
          confirmed_by: 'pseudonym',
          disputed_reason: 'null',
          note: 'null',
          attachments_file_ids: 'null',
          search_text: 'blank',
        },
      },
      payables_statement: {
        do: 'pseudonymise',
        columns: { lines: 'null', prepared_by: 'pseudonym', sent_by: 'pseudonym', answer: 'null' },
      },
      payables_allocation: {
        do: 'pseudonymise',
        columns: { actor: 'pseudonym', reason: 'null', undone_by: 'pseudonym', undone_reason: 'null' },
      },
    },
    deletionBlockers: payablesDeletionBlockers,
    served: [serveDocument(world), serveAllocation(world), serveStatement(world)],
    sheets: [statementSheet],
    routes: [ageingRoute(world), ageingFileRoute(world), openItemsRoute(), allocateRoute(world)],
  })
}
