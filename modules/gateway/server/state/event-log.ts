import { veilSecrets } from '@wattyard/ocpp-frame'
import { newId, type Tx } from '@wattyard/server-kit'
import { EVENT_SEVERITY, type EventKind } from '../../contract/event.ts'
import { EVENT_WINDOW_MS, MAX_WAITING_EVENTS } from '../limits.ts'
import type { Metrics } from '../metrics.ts'

export interface GatewayEvent {
  kind: EventKind
  tenantId: string
  pileId: string | null
  stationId: string | null
  identity: string | null
  ip: string | null
  detail: string | null
  at: number
}

interface Row extends GatewayEvent {
  id: string
  times: number
  /** Taken for writing: repetitions count for the next row. */
  taken: boolean
}

/** Kinds that are always written one by one; all others are counted while they repeat. */
const SINGLE: ReadonlySet<EventKind> = new Set(['connected', 'disconnected', 'held-pending', 'dead-letter', 'admitted'])

/** Events that wait for the next flush: no handshake or frame waits for its event to be written. */
export interface EventLog {
  add(event: GatewayEvent): void
  /** Writes the next event of an identity as a new row, however soon it repeats: something about its sign-in has changed. */
  beginAnew(identity: string): void
  take(): Row[]
  /** Puts back rows that could not be written. */
  restore(rows: readonly Row[]): void
}

export function createEventLog(metrics: Metrics): EventLog {
  let waiting: Row[] = []
  /** The row that counts repetitions, by kind, identity and address, and how many occurred after it was taken. */
  const counting = new Map<string, { row: Row; after: number }>()

  return {
    add(event) {
      const key = `${event.kind} ${event.tenantId} ${event.identity ?? event.pileId ?? ''} ${event.ip ?? ''}`
      const known = SINGLE.has(event.kind) ? undefined : counting.get(key)
      if (known !== undefined && event.at - known.row.at < EVENT_WINDOW_MS) {
        if (known.row.taken) known.after++
        else known.row.times++
        return
      }
      if (waiting.length >= MAX_WAITING_EVENTS) {
        metrics.droppedEvents++
        return
      }
      const row: Row = { ...event, id: newId(event.at), times: 1 + (known?.after ?? 0), taken: false }
      waiting.push(row)
      if (counting.size > MAX_WAITING_EVENTS) counting.clear()
      counting.set(key, { row, after: 0 })
    },
    beginAnew(identity) {
      for (const [key, { row }] of counting) if (row.identity === identity) counting.delete(key)
    },
    take() {
      const rows = waiting
      waiting = []
      for (const row of rows) row.taken = true
      return rows
    },
    restore(rows) {
      waiting = [...rows, ...waiting].slice(0, MAX_WAITING_EVENTS)
    },
  }
}

/** Writes events set-based. Repetitions after that are counted by the next row of the same kind. */
export async function writeEvents(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const column = <T>(pick: (row: Row) => T): T[] => rows.map(pick)
  await tx.execute(
    `insert into gateway_event (tenant_id, id, kind, severity, pile_id, station_id, identity, ip, detail, times, at)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
                          $9::text[], $10::int[], $11::timestamptz[])`,
    [
      column(row => row.tenantId),
      column(row => row.id),
      column(row => row.kind),
      column(row => EVENT_SEVERITY[row.kind]),
      column(row => row.pileId),
      column(row => row.stationId),
      column(row => row.identity?.slice(0, 64) ?? null),
      column(row => row.ip),
      column(row => veilSecrets(row.detail?.replaceAll('\0', ''))?.slice(0, 500) ?? null),
      column(row => row.times),
      column(row => new Date(row.at)),
    ],
  )
}
