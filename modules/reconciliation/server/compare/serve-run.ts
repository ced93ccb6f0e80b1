import { formatFen, ZERO_FEN } from '@wattyard/money'
import { isProduct, PRODUCT_WORD } from '@wattyard/ledger/contract'
import { channelAccount, movementDays } from '@wattyard/payments/server'
import { type CommandInput } from '@wattyard/resource'
import { businessDay, daysBetween, eachDay, localDayOf } from '@wattyard/time'
import {
  type Call,
  col,
  invalid,
  Refusal,
  type Route,
  serveCall,
  serveResource,
  type ServedResource,
} from '@wattyard/server-kit'
import { type DayState, MAX_DAYS_READ, readDays, run } from '../../contract/index.ts'
import { zoneOfChannel } from '../calendar.ts'
import { workNow } from '../work-now.ts'
import type { ReconciliationWorld } from '../world.ts'
import { knownDays } from './compare-days.ts'
import { leadOf, MAX_DAYS_MARKED, markDays } from './due-days.ts'
import { unwaive, waive } from './waive-days.ts'

/** Handles `compare`: marks days, which are compared right after. */
async function compare(
  { tx, caller }: Call,
  { rests }: ReconciliationWorld,
  { channel, ...input }: CommandInput<typeof run, 'compare'>,
) {
  const [from, to] = [businessDay(input.firstDay), businessDay(input.lastDay)]
  const days = daysBetween(from, to) + 1
  if (days < 1) throw invalid({ lastDay: { key: 'reconciliation.field.beforeFirst' } })
  if (days > MAX_DAYS_MARKED)
    throw invalid({ lastDay: { key: 'reconciliation.field.tooManyDays', params: { max: MAX_DAYS_MARKED } } })
  const lead = await leadOf(tx, caller.tenantId, channel)
  if (lead === null) throw invalid({ channel: { key: 'kernel.field.noSuchRecord' } })
  await markDays(tx, caller.tenantId, {
    channelId: channel,
    from,
    to,
    actor: caller.displayName,
    actorId: caller.userId,
  })
  // Who asks has seen that it failed, and may have mended what was in the way.
  tx.afterCommit(() => rests.done(lead))
  return {}
}

/** Serves runs: asked for by people and by the clock, told by the product. */
export function serveRun(world: ReconciliationWorld): ServedResource {
  return serveResource(run, {
    wordsOf: { actor: ({ actor }) => (isProduct(String(actor)) ? [{ word: PRODUCT_WORD }] : []) },
    commands: {
      waive: (call, _rows, input) => waive(call, world, input),
      unwaive: (call, _rows, input) => unwaive(call, world, input),
      async compare(call, _rows, input) {
        const done = await compare(call, world, input)
        call.tx.afterCommit(() => workNow(world))
        return done
      },
    },
  })
}

/** Returns the route that says how days of a channel stand. */
export const readDaysRoute = ({ clock }: Pick<ReconciliationWorld, 'clock'>): Route =>
  serveCall(readDays, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const { channel } = input
      const [from, to] = [businessDay(input.from), businessDay(input.to)]
      const { tenantId } = caller
      const days = daysBetween(from, to) + 1
      if (days < 1 || days > MAX_DAYS_READ)
        throw invalid({ to: { key: 'reconciliation.field.tooManyDays', params: { max: MAX_DAYS_READ } } })
      const lead = await leadOf(tx, tenantId, channel)
      const account = lead === null ? null : await channelAccount(tx, tenantId, lead)
      if (lead === null || !account) throw new Refusal('kernel.notFound', { status: 404 })
      const known = await knownDays(tx, tenantId, account)
      const zone = await zoneOfChannel(tx, tenantId, account.kind)
      const today = localDayOf(clock.now(), zone)
      // Days that no comparison has touched have records all the same.
      const moved = await movementDays(tx, tenantId, { channelIds: account.channelIds, zone, from, to })
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
      const markedOf = new Map(marked.map(one => [one.day, one]))
      const openOf = new Map(open.map(one => [one.day, one]))
      return {
        days: [...eachDay(from, to)].map(day => {
          const [mark, left] = [markedOf.get(day), openOf.get(day)]
          const waiting = Number(left?.waiting ?? 0n)
          const differences = Number(left?.differences ?? 0n)
          return {
            day,
            state: stateOf({
              isKnown: known.has(day),
              isOver: day < today,
              hasRecords: moved.has(day),
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
        }),
      }
    },
  })

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
  readonly isDue: boolean
  readonly isCompared: boolean
  readonly isWaived: boolean
  readonly waiting: number
  readonly differences: number
}

function stateOf(facts: DayFacts): DayState {
  const { isKnown, isOver, hasRecords, isDue, isCompared, isWaived, waiting, differences } = facts
  if (isDue) return 'due'
  if (!isKnown && isWaived) return 'waived'
  if (!isKnown && !hasRecords && waiting + differences === 0) return 'empty'
  if (!isKnown) return isOver ? 'missing' : 'running'
  if (!isCompared) return 'due'
  if (differences > 0) return 'open'
  return waiting > 0 ? 'waiting' : 'even'
}
