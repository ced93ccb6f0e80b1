import { formatFen, sumFen } from '@wattyard/money'
import { field, optional } from '@wattyard/resource'
import { type AboutRecord, col, uuidList } from '@wattyard/server-kit'
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
