import { col, Refusal, serveResource, type ServedResource, uuidList } from '@wattyard/server-kit'
import { allocation } from '../../contract/index.ts'
import { deedOf } from '../documents/serve-document.ts'
import { lockCompanies } from '../locks.ts'
import { tellScreens } from '../tell-screens.ts'
import type { PayablesWorld } from '../world.ts'
import { undoAllocation } from './allocate.ts'

/** Serves allocations. They are written by `allocate` and `writeOff` alone; each is undone by itself. */
export function serveAllocation(world: PayablesWorld): ServedResource {
  return serveResource(allocation, {
    inner: { journal_id: col.uuid },
    async lockFirst({ tx, caller }, ids) {
      const rows = await tx.query(
        { company_id: col.uuid },
        'select distinct company_id from payables_allocation where tenant_id = $1 and id = any($2::uuid[])',
        [caller.tenantId, uuidList(ids)],
      )
      await lockCompanies(
        tx,
        rows.map(row => row.company_id),
      )
    },
    allows: (_action, row) => row.state === 'live',
    whyNot: (_action, row) => (row.state === 'live' ? undefined : 'payables.undoneAlready'),
    commands: {
      async undo(call, rows, { reason }) {
        const [row] = rows
        if (!row) throw new Refusal('kernel.notFound', { status: 404 })
        await undoAllocation(call.tx, deedOf(call, world), row, reason)
        tellScreens(call, world)
        return {}
      },
    },
  })
}
