import type { CommandInput } from '@wattyard/resource'
import { channelAccount } from '@wattyard/payments/server'
import { type BusinessDay, businessDay, daysBetween, eachDay, localDayOf } from '@wattyard/time'
import { type Call, invalid, Refusal, textList, type Tx } from '@wattyard/server-kit'
import type { run } from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import type { ReconciliationWorld } from '../world.ts'
import { knownDays } from './compare-days.ts'
import { leadOf, MAX_DAYS_MARKED } from './due-days.ts'

interface DaysOfChannel {
  readonly lead: string
  readonly from: BusinessDay
  readonly to: BusinessDay
}

/** @throws Refusal on `channel`, or on `lastDay` for days that are none, too many or not over yet */
async function mustBeDays(
  { tx, caller }: Call,
  { clock }: ReconciliationWorld,
  input: CommandInput<typeof run, 'unwaive'>,
): Promise<DaysOfChannel> {
  const { tenantId } = caller
  const [from, to] = [businessDay(input.firstDay), businessDay(input.lastDay)]
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ lastDay: { key: 'reconciliation.field.beforeFirst' } })
  if (days > MAX_DAYS_MARKED)
    throw invalid({ lastDay: { key: 'reconciliation.field.tooManyDays', params: { max: MAX_DAYS_MARKED } } })
  const lead = await leadOf(tx, tenantId, input.channel)
  const account = lead === null ? null : await channelAccount(tx, tenantId, lead)
  if (lead === null || !account) throw invalid({ channel: { key: 'kernel.field.noSuchRecord' } })
  if (to >= localDayOf(clock.now(), await zoneOfChannel(tx, tenantId, account.kind)))
    throw invalid({ lastDay: { key: 'reconciliation.field.dayNotOver' } })
  return { lead, from, to }
}

/**
 * Handles `waive`: days of which a file is there keep it, the others wait for none any more. It moves no money and hides none: what is open of
 * such a day stays open, so one person may say it.
 * @throws Refusal `reconciliation.nothingToWaive` when each of the days has a file
 */
export async function waive(call: Call, world: ReconciliationWorld, input: CommandInput<typeof run, 'waive'>) {
  const { lead, from, to } = await mustBeDays(call, world, input)
  const { tx, caller } = call
  const { tenantId, displayName: actor } = caller
  const account = await channelAccount(tx, tenantId, lead)
  const known = account ? await knownDays(tx, tenantId, account) : new Set<BusinessDay>()
  const days = [...eachDay(from, to)].filter(day => !known.has(day))
  if (days.length === 0) throw new Refusal('reconciliation.nothingToWaive')
  await tx.execute(
    `insert into reconciliation_day (tenant_id, channel_id, day, is_due, asked_by, waiver, waived_by, waived_at)
     select $1, $2, d::date, false, '', $4, $5, $6 from unnest($3::text[]) d
     on conflict (tenant_id, channel_id, day) do update set waiver = excluded.waiver, waived_by = excluded.waived_by, waived_at = excluded.waived_at`,
    [tenantId, lead, textList(days), input.reason, actor, new Date(world.clock.now())],
  )
  return {}
}

/** Handles `unwaive`. */
export async function unwaive(call: Call, world: ReconciliationWorld, input: CommandInput<typeof run, 'unwaive'>) {
  const days = await mustBeDays(call, world, input)
  await dropWaivers(call.tx, call.caller.tenantId, days)
  return {}
}

/** Takes back what was said of some days: a file came after all. */
export async function dropWaivers(tx: Tx, tenantId: string, { lead, from, to }: DaysOfChannel): Promise<void> {
  await tx.execute(
    `update reconciliation_day set waiver = null, waived_by = null, waived_at = null
     where tenant_id = $1 and channel_id = $2 and day between $3 and $4 and waiver is not null`,
    [tenantId, lead, from, to],
  )
}
