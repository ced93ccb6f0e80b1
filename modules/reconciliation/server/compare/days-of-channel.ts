import { formatFen, ZERO_FEN } from '@wattyard/money'
import { companyPaymentDays } from '@wattyard/payables/server'
import { channelAccount, movementDays } from '@wattyard/payments/server'
import { col, textList, type Tx } from '@wattyard/server-kit'
import { type BusinessDay, eachDay, localDayOf } from '@wattyard/time'
import type { DayState } from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import { COMPARED_FAMILIES } from '../files/families.ts'
import { knownDays } from './compare-days.ts'
import { leadOf } from './due-days.ts'

/** Days of a channel, both included, as they stand now (epoch ms). */
export interface DaysAsked {
  readonly from: BusinessDay
  readonly to: BusinessDay
  readonly now: number
}

/**
 * Returns how each of some days of a channel stands; null for an unknown channel. Days that no comparison has touched have records all the
 * same.
 */
export async function daysOfChannel(tx: Tx, tenantId: string, channel: string, { from, to, now }: DaysAsked) {
  const lead = await leadOf(tx, tenantId, channel)
  const account = lead === null ? null : await channelAccount(tx, tenantId, lead)
  if (lead === null || !account) return null
  const known = await knownDays(tx, tenantId, account)
  const zone = await zoneOfChannel(tx, tenantId, account.kind)
  const today = localDayOf(now, zone)
  const { channelIds } = account
  const members = await movementDays(tx, tenantId, { channelIds, zone, from, to })
  const moved = members.union(await companyPaymentDays(tx, tenantId, { channelIds, from, to }))
  const marked = await tx.query(
    {
      day: col.day,
      is_due: col.boolean,
      compared_at: col.instant.orNull,
      matched: col.integer,
      waiver: col.text.orNull,
      waived_by: col.text.orNull,
      waived_at: col.instant.orNull,
    },
    `select day, is_due, compared_at, matched, waiver, waived_by, waived_at from reconciliation_day where tenant_id = $1 and channel_id = $2 and day between $3 and $4`,
    [tenantId, lead, from, to],
  )
  const open = await tx.query(
    { day: col.day, waiting: col.bigint, differences: col.bigint, surplus_fen: col.fen, shortage_fen: col.fen },
    `select day, count(*) filter (where standing = 'waiting') as waiting, count(*) filter (where standing = 'difference') as differences,
       coalesce(sum(delta_fen) filter (where standing = 'difference' and delta_fen > 0), 0)::bigint as surplus_fen,
       coalesce(sum(delta_fen) filter (where standing = 'difference' and delta_fen < 0), 0)::bigint as shortage_fen
     from reconciliation_outcome where tenant_id = $1 and channel_id = $2 and day between $3 and $4 and standing in ('waiting', 'difference') group by day`,
    [tenantId, lead, from, to],
  )
  const [firstKnown] = [...known].toSorted()
  const markedOf = new Map(marked.map(one => [one.day, one]))
  const openOf = new Map(open.map(one => [one.day, one]))
  return [...eachDay(from, to)].map(day => {
    const [mark, left] = [markedOf.get(day), openOf.get(day)]
    const waiting = Number(left?.waiting ?? 0n)
    const differences = Number(left?.differences ?? 0n)
    return {
      day,
      state: stateOf({
        isKnown: known.has(day),
        isOver: day < today,
        hasRecords: moved.has(day),
        isAwaited: firstKnown !== undefined && day > firstKnown,
        isDue: mark?.is_due ?? false,
        waiting,
        differences,
        isCompared: !!mark?.compared_at,
        isWaived: !!mark?.waiver,
      }),
      matched: mark?.matched ?? 0,
      waiting,
      differences,
      surplus: formatFen(left?.surplus_fen ?? ZERO_FEN),
      shortage: formatFen(left?.shortage_fen ?? ZERO_FEN),
      comparedAt: mark?.compared_at ?? null,
      waiver: waiverOf(mark),
    }
  })
}

/**
 * Returns how many days within a time have no sound file although they have records or come after the first file, as the days of their
 * channel say it, by channel, of those that have a file: somebody reconciles them. Days that a person waived do not count.
 */
export async function missingFilesByChannel(
  tx: Tx,
  tenantId: string,
  days: DaysAsked,
): Promise<ReadonlyMap<string, number>> {
  const channels = await tx.query(
    { channel_id: col.uuid },
    `select distinct channel_id from reconciliation_file where tenant_id = $1 and state = 'sound' and family = any($2::text[])`,
    [tenantId, textList(COMPARED_FAMILIES)],
  )
  const leads = new Set<string>()
  for (const { channel_id } of channels) leads.add((await leadOf(tx, tenantId, channel_id)) ?? channel_id)
  const missing = new Map<string, number>()
  for (const lead of leads) {
    const found = ((await daysOfChannel(tx, tenantId, lead, days)) ?? []).filter(one => one.state === 'missing').length
    if (found > 0) missing.set(lead, found)
  }
  return missing
}

/** Returns how many days within a time lack a file, of all channels together. */
export async function missingFileDays(tx: Tx, tenantId: string, days: DaysAsked): Promise<number> {
  return [...(await missingFilesByChannel(tx, tenantId, days)).values()].reduce((sum, one) => sum + one, 0)
}

function waiverOf(
  mark: { waiver: string | null; waived_by: string | null; waived_at: number | null } | undefined,
): { reason: string; by: string; at: number } | null {
  const { waiver = null, waived_by: by = null, waived_at: at = null } = mark ?? {}
  return waiver === null || by === null || at === null ? null : { reason: waiver, by, at }
}

interface DayFacts {
  readonly isKnown: boolean
  readonly isOver: boolean
  readonly hasRecords: boolean
  /** Since the first file each day has one: what came by a day without records is told by its file alone. */
  readonly isAwaited: boolean
  readonly isDue: boolean
  readonly isCompared: boolean
  readonly isWaived: boolean
  readonly waiting: number
  readonly differences: number
}

function stateOf(facts: DayFacts): DayState {
  const { isKnown, isOver, hasRecords, isAwaited, isDue, isCompared, isWaived, waiting, differences } = facts
  if (isDue) return 'due'
  if (!isKnown && isWaived) return 'waived'
  const isExpected = hasRecords || (isAwaited && isOver)
  if (!isKnown && !isExpected && waiting + differences === 0) return 'empty'
  if (!isKnown) return isOver ? 'missing' : 'running'
  if (!isCompared) return 'due'
  if (differences > 0) return 'open'
  return waiting > 0 ? 'waiting' : 'even'
}
