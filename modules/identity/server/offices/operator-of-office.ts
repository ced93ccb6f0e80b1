import { type Call, col } from '@wattyard/server-kit'

/** Returns the operator that an office belongs to; null for offices of the company itself. */
export async function operatorOfOffice(call: Pick<Call, 'tx' | 'caller'>, officeId: unknown): Promise<string | null> {
  if (typeof officeId !== 'string') return null
  const [row] = await call.tx.query(
    { operator_id: col.uuid.orNull },
    'select operator_id from identity_office where tenant_id = $1 and id = $2',
    [call.caller.tenantId, officeId],
  )
  return row?.operator_id ?? null
}
