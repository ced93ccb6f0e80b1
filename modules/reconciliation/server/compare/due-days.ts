import { addDays, type BusinessDay, daysBetween, eachDay } from '@wattyard/time'
import { col, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { type ChannelAccount, channelAccount } from '@wattyard/payments/server'
import { type Pass, SUM_DAYS, TIMING_DAYS } from '../../contract/index.ts'

/** Days of a channel that are to be compared; both included. */
export interface DaysToMark {
  readonly channelId: string
  readonly from: BusinessDay
  readonly to: BusinessDay
  /** Who asked for it: what is found belongs to them until somebody takes it over. */
  readonly actor: string
  /** Id of the user who asked; absent where the product asks. */
  readonly actorId?: string
}

/** Most days that are marked at a time, a year and a day. */
export const MAX_DAYS_MARKED = 367

/** How far beside its days a new file may end what waits: a sum or a number that a text names may come days later. */
const besideDays = (kind: ChannelAccount['kind']): number => (isStatement(kind) ? SUM_DAYS : TIMING_DAYS + 1)

/** Returns whether a channel's files are statements, whose rows say in words what they are for. */
export const isStatement = (kind: ChannelAccount['kind']): boolean => kind === 'bank' || kind === 'cash'

/**
 * Returns the channel under which all of a merchant are compared: the one whose days are there already, else its first. Null for no such
 * channel. A merchant with several apps has one bill.
 */
export async function leadOf(tx: Tx, tenantId: string, channelId: string): Promise<string | null> {
  const account = await channelAccount(tx, tenantId, channelId)
  return account ? leadOfAccount(tx, tenantId, account) : null
}

async function leadOfAccount(
  tx: Tx,
  tenantId: string,
  account: Pick<ChannelAccount, 'channelIds'>,
): Promise<string | null> {
  const [known] = await tx.query(
    { channel_id: col.uuid },
    `select channel_id from reconciliation_day where tenant_id = $1 and channel_id = any($2::uuid[]) group by channel_id order by count(*) desc, channel_id limit 1`,
    [tenantId, uuidList(account.channelIds)],
  )
  return known?.channel_id ?? account.channelIds.toSorted()[0] ?? null
}

/** Passes that confirm what nothing else of these days may stand in the place of: what comes later may be such. */
const PASSES_OF_ONLY_ONES: readonly Pass[] = ['sum', 'mention', 'company']

/**
 * Marks days of a channel to be compared, and days beside them on which something waits, or was confirmed for want of another.
 * @throws RangeError for more than `MAX_DAYS_MARKED` days
 */
export async function markDays(
  tx: Tx,
  tenantId: string,
  { channelId, from, to, actor, actorId }: DaysToMark,
): Promise<void> {
  if (daysBetween(from, to) >= MAX_DAYS_MARKED) throw new RangeError(`${from} to ${to} are too many days`)
  const account = await channelAccount(tx, tenantId, channelId)
  const lead = account ? await leadOfAccount(tx, tenantId, account) : null
  if (!account || lead === null) throw new RangeError(`there is no channel ${channelId}`)
  const beside = besideDays(account.kind)
  await tx.execute(
    `insert into reconciliation_day (tenant_id, channel_id, day, is_due, asked_by, asker_id)
     select $1, $2, d::date, true, $4, $5 from unnest($3::text[]) d
     on conflict (tenant_id, channel_id, day) do update set is_due = true, asked_by = excluded.asked_by, asker_id = excluded.asker_id`,
    [tenantId, lead, textList([...eachDay(from, to)]), actor, actorId ?? null],
  )
  await tx.execute(
    `update reconciliation_day d set is_due = true
     where tenant_id = $1 and channel_id = $2 and day between $5::date and $6::date and not is_due and exists (select 1 from reconciliation_outcome o
       where o.tenant_id = d.tenant_id and o.channel_id = d.channel_id and o.day = d.day
         and (o.standing in ('waiting', 'difference') and o.day between $3::date and $4::date or o.pass = any($7::text[]) and o.ending is null))`,
    [
      tenantId,
      lead,
      addDays(from, -beside),
      addDays(to, beside),
      addDays(from, -SUM_DAYS),
      addDays(to, SUM_DAYS),
      textList(PASSES_OF_ONLY_ONES),
    ],
  )
}

/** Days that are compared in one run, so that its items fit into memory. */
const MAX_DAYS_AT_ONCE = 31

/** Days that are due and follow each other. */
export interface DueDays {
  readonly tenantId: string
  readonly channelId: string
  readonly from: BusinessDay
  readonly to: BusinessDay
  readonly actor: string
  readonly actorId: string | null
}

/** Returns the first days that are due of each channel of all tenants. Needs the platform's transaction. */
export async function dueDays(tx: Tx): Promise<DueDays[]> {
  const rows = await tx.query(
    {
      tenant_id: col.uuid,
      channel_id: col.uuid,
      day: col.day,
      asked_by: col.text,
      asker_id: col.uuid.orNull,
    },
    `select d.tenant_id, d.channel_id, d.day, d.asked_by, d.asker_id
     from (select distinct tenant_id, channel_id from reconciliation_day where is_due) c
     cross join lateral (select * from reconciliation_day i where i.tenant_id = c.tenant_id and i.channel_id = c.channel_id and i.is_due
       order by i.day limit ${MAX_DAYS_AT_ONCE}) d
     order by d.tenant_id, d.channel_id, d.day`,
  )
  const found = new Map<string, DueDays>()
  for (const row of rows) {
    const key = `${row.tenant_id} ${row.channel_id}`
    const before = found.get(key)
    if (before === undefined)
      found.set(key, {
        tenantId: row.tenant_id,
        channelId: row.channel_id,
        from: row.day,
        to: row.day,
        actor: row.asked_by,
        actorId: row.asker_id,
      })
    else if (addDays(before.to, 1) === row.day) found.set(key, { ...before, to: row.day })
  }
  return [...found.values()]
}

/**
 * Returns days that are due together with those due days after them that may hold the other side of what they hold: of a statement all
 * within `SUM_DAYS`, with what lies between, because each is only told rightly in the light of the others. Null when none is due any more.
 */
export async function dueTogether(tx: Tx, due: DueDays, kind: ChannelAccount['kind']): Promise<DueDays | null> {
  const { tenantId, channelId, from } = due
  const rows = await tx.query(
    { day: col.day },
    `select day from reconciliation_day where tenant_id = $1 and channel_id = $2 and is_due and day between $3 and $4 order by day`,
    [tenantId, channelId, from, addDays(from, MAX_DAYS_AT_ONCE - 1)],
  )
  if (!rows.some(({ day }) => day <= due.to)) return null
  if (!isStatement(kind)) return due
  const to = rows.reduce((last, { day }) => (daysBetween(last, day) <= SUM_DAYS && day > last ? day : last), due.to)
  return { ...due, to }
}
