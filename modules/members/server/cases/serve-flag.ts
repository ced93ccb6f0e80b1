import { columnsNamed, Refusal, serveResource, type ServedResource } from '@wattyard/server-kit'
import { flag } from '../../contract/index.ts'
import { showFlags } from './derive-flags.ts'

/** Serves flags: their list, and that a person dismisses one. */
export function serveFlag(): ServedResource {
  return serveResource(flag, {
    // A member first, its flags after it.
    async lockFirst({ tx, caller: { tenantId } }, ids) {
      const rows = await tx.query(
        columnsNamed(flag, 'member_id'),
        'select member_id from members_flag where tenant_id = $1 and id = any($2::uuid[])',
        [tenantId, ids],
      )
      await tx.execute(
        'select 1 from members_member where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
        [tenantId, rows.map(row => row.member_id)],
      )
    },
    commands: {
      async dismiss({ tx, caller }, [row], { reason }) {
        if (!row) throw new Refusal('kernel.notFound', { status: 404 })
        const { tenantId, displayName } = caller
        await tx.execute(
          `update members_flag set state = 'dismissed', decided_by = $3, decided_at = now(), reason = $4, version = version + 1, updated_at = now()
           where tenant_id = $1 and id = $2`,
          [tenantId, row.id, displayName, reason],
        )
        await showFlags(tx, tenantId, [row.member_id])
        return { dismissed: true }
      },
    },
    allows: (action, row) => (action === 'dismiss' ? row.state === 'open' : true),
  })
}
