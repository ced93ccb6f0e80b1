import { type Caller, instantList, scoped, type Tx, col } from '@wattyard/server-kit'
import { command, FAILED_COMMAND_STATES } from '../../contract/command.ts'
import { event, type EventKind } from '../../contract/event.ts'

/** A stretch of time, epoch ms. */
interface Span {
  from: number
  to: number
}

/** Returns how many commands to the caller's piles failed within each span, by the time at which they were asked. */
export async function failedCommands(tx: Tx, caller: Caller, spans: readonly Span[]): Promise<readonly number[]> {
  const where = scoped(caller, command)
  where.add(`state = any(${where.value([...FAILED_COMMAND_STATES])}::text[])`)
  return countIn(tx, spans, { table: 'gateway_command', at: 'created_at', counted: 'count(*)', where })
}

/** Returns how often events of a kind happened at the caller's stations within each span. */
export async function eventsPerSpan(
  tx: Tx,
  caller: Caller,
  kind: EventKind,
  spans: readonly Span[],
): Promise<readonly number[]> {
  const where = scoped(caller, event)
  where.add(`kind = ${where.value(kind)}`)
  return countIn(tx, spans, { table: 'gateway_event', at: 'at', counted: 'sum(times)', where })
}

async function countIn(
  tx: Tx,
  spans: readonly Span[],
  { table, at, counted, where }: { table: string; at: string; counted: string; where: ReturnType<typeof scoped> },
): Promise<readonly number[]> {
  const [from, to] = [
    where.value(instantList(spans.map(span => span.from))),
    where.value(instantList(spans.map(span => span.to))),
  ]
  const rows = await tx.query(
    { place: col.bigint, count: col.bigint },
    `select s.place, (select coalesce(${counted}, 0) from ${table} where ${where.text} and ${at} >= s.from_at and ${at} < s.to_at)::bigint as count
     from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as s(from_at, to_at, place)`,
    where.values,
  )
  const counts = new Map(rows.map(({ place, count }) => [Number(place), Number(count)]))
  return spans.map((_, index) => counts.get(index + 1) ?? 0)
}
