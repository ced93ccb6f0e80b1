import { formatFen } from '@wattyard/money'
import { membersById } from '@wattyard/members/server'
import { field, optional } from '@wattyard/resource'
import { type AboutRecord, col, uuidList } from '@wattyard/server-kit'
import { REFUND_BASES, REFUND_CAUSES } from '../../contract/index.ts'

/** What the second person sees of a refund: whose money, why, by which basis, and what leaves the wallet for it. */
export const aboutRefund: AboutRecord = {
  fields: {
    member: field.ref('members.member'),
    memberCode: optional(field.text({ max: 20 })),
    cause: field.oneOf(REFUND_CAUSES),
    reason: field.text({ max: 200 }),
    basis: field.oneOf(REFUND_BASES),
    principal: field.money(),
    gift: field.money(),
  },
  async read(tx, asked) {
    const ids = asked.map(({ id }) => id)
    const rows = await tx.query(
      {
        id: col.uuid,
        member: col.uuid,
        cause: col.text,
        reason: col.text,
        basis: col.text,
        principal_fen: col.fen,
        gift_fen: col.fen,
      },
      `select id, member_id as member, cause, reason, basis, principal_fen, gift_fen
       from payments_refund where tenant_id = $1 and id = any($2::uuid[])`,
      [tx.tenantId, uuidList(ids)],
    )
    const { tenantId } = tx
    const keys = tenantId === null ? [] : rows.map(row => ({ tenantId, memberId: row.member }))
    const members = await membersById(tx, keys)
    const found = new Map(
      rows.map(({ id, principal_fen, gift_fen, ...rest }) => [
        id,
        {
          ...rest,
          memberCode: members.get(rest.member)?.code ?? null,
          principal: formatFen(principal_fen),
          gift: formatFen(gift_fen),
        },
      ]),
    )
    return ids.map(id => found.get(id))
  },
}
