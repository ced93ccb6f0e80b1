import { Refusal, type ServedResource, serveResource } from '@wattyard/server-kit'
import { duty } from '../../contract/duty.ts'
import { lockTenant } from './guard-grants.ts'
import { operatorOfOffice } from '../offices/operator-of-office.ts'

export function serveDuty(): ServedResource {
  return serveResource(duty, {
    lockFirst: lockTenant,
    async beforeSave(call, { mode, input }) {
      return mode === 'create' ? { operator_id: await operatorOfOffice(call, input.office) } : {}
    },
    async beforeDelete(call, row) {
      const [holder] = await call.tx.query(
        'select 1 from identity_user where tenant_id = $1 and duty_id = $2 limit 1',
        [call.caller.tenantId, row.id],
      )
      if (holder) throw new Refusal('identity.dutyInUse')
    },
  })
}
