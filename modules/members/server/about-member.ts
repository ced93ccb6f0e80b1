import { formatFen, parseFen, sumFen } from '@wattyard/money'
import { field, optional } from '@wattyard/resource'
import { type AboutRecord, col, Refusal, uuidList } from '@wattyard/server-kit'
import type { MembersPorts } from './ports.ts'
import { walletsOf } from './wallets.ts'

const ABOUT = {
  id: col.uuid,
  tenantId: col.uuid,
  code: col.text,
  phone: col.text.orNull,
  credit_limit_fen: col.fen,
}

const readMembers: AboutRecord['read'] = async (tx, asked) => {
  const ids = [...new Set(asked.map(({ id }) => id))]
  const rows = await tx.query(
    ABOUT,
    `select id, tenant_id as "tenantId", code, phone, credit_limit_fen from members_member
     where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenantId, uuidList(ids)],
  )
  const wallets = await walletsOf(
    tx,
    rows.map(({ id, tenantId }) => ({ tenantId, memberId: id })),
  )
  const found = new Map(
    rows.map(({ id, code, phone, credit_limit_fen }) => {
      const wallet = wallets.get(id)
      const money = wallet && {
        available: formatFen(sumFen([wallet.principal, wallet.gift])),
        owed: formatFen(wallet.owed),
      }
      return [id, { code, phone, ...money, creditLimitNow: formatFen(credit_limit_fen) }]
    }),
  )
  return asked.map(({ id }) => found.get(id))
}

/** What the second person sees of a member whose money moves: who it is, what there is in the wallet, and what is owed. */
export const aboutMember: AboutRecord = {
  fields: {
    code: field.text({ max: 20 }),
    phone: optional(field.phone({ privacy: 'personal' })),
    available: field.money(),
    owed: field.money(),
  },
  read: readMembers,
}

/** As `aboutMember`, and the credit limit that would be replaced. */
export const aboutCredit: AboutRecord = {
  ...aboutMember,
  fields: { ...aboutMember.fields, creditLimitNow: field.money() },
  replaces: { creditLimit: 'creditLimitNow' },
}

/** As `aboutMember`, and what the refund takes from the wallet: more than it pays back where a part is forfeited. */
export const aboutRefund = ({ costOfRefund }: Pick<MembersPorts, 'costOfRefund'>): AboutRecord => ({
  fields: { ...aboutMember.fields, takes: optional(field.money()) },
  async read(tx, asked) {
    const known = await readMembers(tx, asked)
    const { tenantId } = tx
    return Promise.all(
      asked.map(async ({ id, input: { amount } }, at) => {
        const own = known[at]
        if (!own || tenantId === null || typeof amount !== 'string') return own
        // What can no longer be refunded is refused when it is approved; until then there is nothing to tell.
        const cost = await costOfRefund(tx, tenantId, id, parseFen(amount)).catch((error: unknown) => {
          if (error instanceof Refusal) return null
          throw error
        })
        return cost === null ? own : { ...own, takes: formatFen(sumFen([cost.principal, cost.gift])) }
      }),
    )
  },
})

/** As `aboutMember`, with the account that gets everything: two accounts of one person have the same name. */
export const aboutMerge: AboutRecord = {
  fields: {
    ...aboutMember.fields,
    intoCode: optional(field.text({ max: 20 })),
    intoPhone: optional(field.phone({ privacy: 'personal' })),
    intoAvailable: optional(field.money()),
  },
  async read(tx, asked) {
    const known = await readMembers(tx, asked)
    const others = await readMembers(
      tx,
      asked.map(({ input: { into }, ...one }) => ({ ...one, id: String(into), input: {} })),
    )
    return known.map((own, at) => {
      const other = others[at]
      return own && other
        ? { ...own, intoCode: other.code, intoPhone: other.phone, intoAvailable: other.available }
        : own
    })
  },
}
