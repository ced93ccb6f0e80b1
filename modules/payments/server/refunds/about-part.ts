import { membersById } from '@wattyard/members/server'
import { type Field, field, optional } from '@wattyard/resource'
import { type AboutRecord, col, type Tx, uuidList } from '@wattyard/server-kit'
import { CHANNEL_KINDS } from '../../contract/index.ts'

const PART = {
  id: col.uuid,
  member: col.uuid,
  refund: col.uuid,
  way: col.text,
  fromChannel: col.uuid.orNull,
  payee: col.text.orNull,
}

/** Parts by id, with the member's own name and number. */
async function partsById(tx: Tx, ids: readonly string[]) {
  const rows = await tx.query(
    PART,
    `select id, member_id as member, refund_id as refund, way, channel_id as "fromChannel", payee
     from payments_refund_part where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, uuidList(ids)],
  )
  const { tenantId } = tx
  const keys =
    tenantId === null ? [] : [...new Set(rows.map(row => row.member))].map(memberId => ({ tenantId, memberId }))
  const members = await membersById(tx, keys)
  return new Map(
    rows.map(row => {
      const { name = '', code = null } = members.get(row.member) ?? {}
      return [row.id, { ...row, name, memberCode: code }]
    }),
  )
}

/** Returns whether a payee is somebody else than the member, by the name alone; spaces and widths of letters are no difference. */
export function isOtherPayee(payee: string | null, name: string): boolean {
  const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
  return payee !== null && plain(payee) !== plain(name)
}

/** Returns the parts among these whose money goes to somebody else than the member. */
export async function partsToOthers(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const parts = [...(await partsById(tx, ids)).values()]
  return new Set(parts.filter(({ payee, name }) => isOtherPayee(payee, name)).map(({ id }) => id))
}

const WHOSE = {
  member: field.ref('members.member'),
  memberCode: optional(field.text({ max: 20 })),
  refund: field.ref('payments.refund'),
  /** Names are masked for many, so they cannot compare them. */
  otherPayee: optional(field.boolean()),
} as const satisfies Record<string, Field>

const read: AboutRecord['read'] = async (tx, asked) => {
  const parts = await partsById(
    tx,
    asked.map(({ id }) => id),
  )
  return asked.map(({ id, input }) => {
    const part = parts.get(id)
    if (!part) return undefined
    const { member, memberCode, refund, way, fromChannel, payee, name } = part
    const to = typeof input.payee === 'string' ? input.payee : payee
    return { member, memberCode, refund, way, fromChannel, otherPayee: isOtherPayee(to, name) }
  })
}

/** What the second person sees of a part that is paid out: whose money it is. */
export const aboutPayOut: AboutRecord = { fields: WHOSE, read }

/** What the second person sees of a part that goes another way: whose money it is, and the way that it leaves. */
export const aboutReroute: AboutRecord = {
  fields: {
    ...WHOSE,
    way: field.oneOf(CHANNEL_KINDS),
    fromChannel: optional(field.ref('payments.channel')),
  },
  read,
}
