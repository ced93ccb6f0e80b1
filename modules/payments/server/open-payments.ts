import { col } from '@wattyard/server-kit'
import type { MembersPorts, OpenThing } from '@wattyard/members/server'

/** Returns what of a member's refunds and codes has no end yet: an undecided or unpaid refund, a code that can still be paid. */
export const openPayments: MembersPorts['openPayments'] = async (tx, tenantId, memberId) => {
  const [row] = await tx.query(
    { refund: col.boolean, code: col.boolean },
    `select exists (select from payments_refund where tenant_id = $1 and member_id = $2 and state in ('requested', 'approved', 'failed'))
         or exists (select from payments_refund_part where tenant_id = $1 and member_id = $2
           and state in ('waiting', 'sending', 'accepted', 'unclear', 'abnormal', 'failed')) as refund,
       exists (select from payments_code_payment where tenant_id = $1 and member_id = $2 and state in ('created', 'unclear', 'open')) as code`,
    [tenantId, memberId],
  )
  const open: OpenThing[] = []
  if (row?.refund) open.push('refund')
  if (row?.code) open.push('code')
  return open
}
