import { formatFen } from '@wattyard/money'
import { membersById } from '@wattyard/members/server'
import { field, optional } from '@wattyard/resource'
import { type AboutRecord, col, uuidList } from '@wattyard/server-kit'

/** What the second person sees of an order's refund: whose order, what it came to, and what went back before. */
export const aboutRefund: AboutRecord = {
  fields: {
    member: field.ref('members.member'),
    memberCode: optional(field.text({ max: 20 })),
    total: field.money(),
    refunded: field.money(),
  },
  async read(tx, asked) {
    const ids = asked.map(({ id }) => id)
    const rows = await tx.query(
      { id: col.uuid, member: col.uuid.orNull, total_fen: col.fen, refunded_fen: col.fen },
      `select id, member_id as member, total_fen, refunded_fen from charging_order
       where tenant_id = $1 and id = any($2::uuid[])`,
      [tx.tenantId, uuidList(ids)],
    )
    const { tenantId } = tx
    const keys =
      tenantId === null ? [] : rows.flatMap(row => (row.member === null ? [] : [{ tenantId, memberId: row.member }]))
    const members = await membersById(tx, keys)
    const found = new Map(
      rows.map(({ id, member, total_fen, refunded_fen }) => [
        id,
        {
          member,
          memberCode: members.get(member ?? '')?.code ?? null,
          total: formatFen(total_fen),
          refunded: formatFen(refunded_fen),
        },
      ]),
    )
    return ids.map(id => found.get(id))
  },
}
