import { type LiveBus, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { pointSource, type SourceHealth, SOURCE_HEALTH } from '../../contract/point-source.ts'
import { pauseAfter } from './back-off.ts'
import type { SourceReading } from './read-source.ts'

/** What the poller needs to know of a source. */
export const DUE_SOURCE = {
  id: col.uuid,
  tenant_id: col.uuid,
  station_id: col.uuid.orNull,
  map_id: col.uuid,
  protocol: col.oneOf(['modbusTcp', 'dlt645']),
  host: col.text,
  port: col.integer,
  unit: col.integer,
  meter_address: col.text.orNull,
  period_s: col.integer,
  failures: col.integer,
  avoids_gaps: col.boolean,
  health: col.oneOf(SOURCE_HEALTH),
  latest: col.json<Readonly<Record<string, { at: number }>>>(),
}

export type DueSource = RowIn<typeof DUE_SOURCE>

export function healthOf({ problem, missing, values }: SourceReading): SourceHealth {
  if (problem !== null) return 'failing'
  return missing.length > 0 || values.some(one => one.doubt !== null) ? 'partial' : 'ok'
}

/**
 * Stores a reading: the latest value of each point, the health of the source and its next time, and a row of history. The
 * record's version stays, so that nobody editing the source gets a conflict.
 */
export async function storeReading(
  tx: Tx,
  source: DueSource,
  reading: SourceReading,
  at: number,
): Promise<SourceHealth> {
  const health = healthOf(reading)
  const failures = reading.problem === null ? 0 : source.failures + 1
  const latest = Object.fromEntries(
    reading.values.map(({ key, value, raw, word, doubt }) => [key, { value, raw, word, doubt, at }]),
  )
  const touched = await tx.execute(
    `update gateway_point_source set health = $3, last_problem = $4, failures = $5,
       last_read_at = case when $6 then $7::timestamptz else last_read_at end,
       latest = latest || $8::jsonb, avoids_gaps = avoids_gaps or $9,
       next_at = greatest(next_at, $7::timestamptz + $10 * interval '1 second')
     where tenant_id = $1 and id = $2 and map_id = $11`,
    [
      source.tenant_id,
      source.id,
      health,
      reading.problem ?? reading.missing[0]?.problem ?? null,
      failures,
      reading.problem === null,
      new Date(at),
      JSON.stringify(latest),
      reading.refusesGaps,
      failures === 0 ? 0 : pauseAfter(source.period_s, failures),
      source.map_id,
    ],
  )
  // The source was deleted or got another map while it was read: the answer is not needed.
  if (touched === 0 || reading.values.length === 0) return health
  const readings = Object.fromEntries(
    reading.values.map(({ key, value, doubt }) => [key, doubt === null ? value : [value, doubt]]),
  )
  await tx.execute(
    `insert into gateway_point_reading (tenant_id, source_id, at, map_id, readings) values ($1, $2, $3, $4, $5::jsonb)
     on conflict do nothing`,
    [source.tenant_id, source.id, new Date(at), source.map_id, JSON.stringify(readings)],
  )
  return health
}

/** Publishes the reading to the screens that show the source. */
export function publishReading(live: LiveBus | undefined, source: DueSource, health: SourceHealth, at: number): void {
  live?.publish({
    tenantId: source.tenant_id,
    topic: pointSource.name,
    stationId: source.station_id,
    data: { id: source.id, health, at },
  })
}
