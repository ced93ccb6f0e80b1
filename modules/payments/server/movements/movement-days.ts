import { type BusinessDay, dayRange } from '@wattyard/time'
import { col, type Tx, uuidList } from '@wattyard/server-kit'

/** Channels, and days in the zone in which they count them; both days included. */
export interface MovementDaysAsked {
  readonly channelIds: readonly string[]
  readonly zone: string
  readonly from: BusinessDay
  readonly to: BusinessDay
}

/** Returns the days on which money came or went by channels, by our records. Codes that nobody paid and parts not sent are no movement. */
export async function movementDays(
  tx: Tx,
  tenantId: string,
  { channelIds, zone, from, to }: MovementDaysAsked,
): Promise<ReadonlySet<BusinessDay>> {
  const rows = await tx.query(
    { day: col.day },
    `select distinct (at at time zone $3)::date as day from (
       select t.paid_at as at from payments_payment t
       where t.tenant_id = $1 and t.channel_id = any($2::uuid[]) and t.paid_at >= $4 and t.paid_at < $5
       union all
       select coalesce(t.paid_at, s.sent_at) from payments_refund_part t
       left join payments_refund_sending s on s.tenant_id = t.tenant_id and s.part_id = t.id
       where t.tenant_id = $1 and t.channel_id = any($2::uuid[]) and coalesce(t.paid_at, s.sent_at) >= $4 and coalesce(t.paid_at, s.sent_at) < $5
     ) moved`,
    [tenantId, uuidList(channelIds), zone, new Date(dayRange(from, zone).from), new Date(dayRange(to, zone).to)],
  )
  return new Set(rows.map(row => row.day))
}
