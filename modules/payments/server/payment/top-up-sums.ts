import { member } from '@wattyard/members/contract'

/** Piece of SQL beside the table of members: `top_ups_fen`, what each has paid in by top-ups that stand; null for none. */
export const TOP_UP_SUMS = {
  from: `left join lateral (
    select sum(p.amount_fen) as top_ups_fen from payments_payment p
    where p.tenant_id = ${member.table}.tenant_id and p.member_id = ${member.table}.id and p.state = 'paid'
  ) top_ups on true`,
  column: 'top_ups_fen',
} as const
