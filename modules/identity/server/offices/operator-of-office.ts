import { type Call, invalid, col } from '@wattyard/server-kit'

/**
 * Returns the operator that an office belongs to; null for offices of the company itself.
 *
 * @param before office that the record is in already; it may stay there when the office closes
 * @throws Refusal that names `office` when a closed one is newly chosen
 */
export async function operatorOfOffice(
  call: Pick<Call, 'tx' | 'caller'>,
  officeId: unknown,
  before?: unknown,
): Promise<string | null> {
  if (typeof officeId !== 'string') return null
  const [row] = await call.tx.query(
    { operator_id: col.uuid.orNull, status: col.text },
    'select operator_id, status from identity_office where tenant_id = $1 and id = $2',
    [call.caller.tenantId, officeId],
  )
  if (row?.status === 'closed' && officeId !== before) throw invalid({ office: { key: 'identity.field.officeClosed' } })
  return row?.operator_id ?? null
}
