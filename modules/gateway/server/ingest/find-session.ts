import { hash } from 'node:crypto'
import type { DraftMeterRead, DraftSessionStopped } from '@wattyard/ocpp-frame'
import type { Transaction } from './transaction.ts'
import { isUnknownId } from './transaction.ts'

/**
 * Finds the session of a 1.6 reading or stop whose transaction id is missing or unknown. Pure functions; the reading and writing
 * around them is in resolve-transactions.ts.
 */

/** Key of a stop without a usable id, made from its content (trust 5.5), so that a repeated message finds the same session. */
export function stopKeyOf(wireId: string | null, stop: DraftSessionStopped): string {
  const content = JSON.stringify([stop.deviceAt, stop.meterStop?.toString() ?? null, stop.tag])
  return `~${wireId ?? ''}!${hash('sha256', content, 'base64url').slice(0, 22)}`
}

/** Prefix of the keys of readings under an unknown id. */
const readingPrefix = (wireId: string, connector: number | null) => `~${wireId}@${connector ?? ''}#`

/** Key of the first reading under an unknown id. Later readings find the session by its prefix while it is open. */
export function readingKeyOf(wireId: string, reading: DraftMeterRead): string {
  return `${readingPrefix(wireId, reading.connector)}${reading.deviceAt ?? ''}`
}

/**
 * Returns the session a reading belongs to:
 *
 * - without an id, or with one that stands for "unknown": the only open session on its connector;
 * - with an id that was never given out: the open session of readings under the same id.
 *
 * Queued messages arrive in any order: a reading dated before that session, or after another one had begun at the connector,
 * belongs to neither.
 *
 * @param known transactions of the pile, including recently ended ones
 */
export function sessionOfReading(
  wireId: string | null,
  reading: DraftMeterRead,
  known: readonly Transaction[],
): Transaction | null {
  const open = known.filter(one => !one.stopped)
  if (wireId === null || isUnknownId(wireId)) {
    const begun = known.filter(
      one => one.decision !== null && one.connector === reading.connector && hasBegun(one, reading),
    )
    const here = begun.filter(one => !one.stopped && !begun.some(other => other.stopped && isLater(other, one)))
    if (here.length === 1) return here[0] ?? null
  }
  if (wireId === null) return null
  const prefix = readingPrefix(wireId, reading.connector)
  return open.findLast(one => one.transactionId.startsWith(prefix)) ?? null
}

const hasBegun = (start: Transaction, { deviceAt }: DraftMeterRead): boolean =>
  start.deviceAt === null || deviceAt === null || start.deviceAt <= deviceAt

const isLater = (one: Transaction, other: Transaction): boolean =>
  one.deviceAt !== null && other.deviceAt !== null && one.deviceAt > other.deviceAt

/**
 * Returns the session a stop belongs to: the open readings under the same id; else, for a pile that never learned its id (started
 * offline, trust I-25), the only open start that fits: the same tag if the stop has one, not later than the stop, and with a
 * register not higher than the stop's and within what any connector could have delivered. Of several open starts on one connector
 * only the latest is considered, because the earlier ones must have ended even if their stop was lost.
 */
export function sessionOfStop(
  wireId: string | null,
  stop: DraftSessionStopped,
  open: readonly Transaction[],
): Transaction | null {
  const readings = open.filter(one => one.transactionId.startsWith(`~${wireId ?? ''}@`))
  if (readings.length === 1) return readings[0] ?? null
  if (wireId !== null && !isUnknownId(wireId)) return null
  const fitting = latestPerConnector(open.filter(one => one.decision !== null && fits(one, stop)))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

function fits(start: Transaction, stop: DraftSessionStopped): boolean {
  if (stop.tag !== null && start.tag !== stop.tag) return false
  if (start.deviceAt !== null && stop.deviceAt !== null && start.deviceAt > stop.deviceAt) return false
  if (start.meterStart === null || stop.meterStop === null) return true
  const taken = stop.meterStop - start.meterStart
  return taken >= 0n && taken <= mostWithin(start.deviceAt, stop.deviceAt)
}

/** 1,250 V × 3,000 A, the largest connector there is (CharIN, Megawatt Charging System). */
const LARGEST_CONNECTOR_W = 3_750_000
/** Some pile clocks are only exact to the minute. */
const CLOCK_STEP_MS = 60_000
/** A ten-thousandth of a kilowatt-hour, in watt-milliseconds. */
const STEP_W_MS = 360_000

/** The energy no connector can exceed between two instants of one clock; without them, any. */
function mostWithin(from: number | null, until: number | null): bigint {
  if (from === null || until === null) return BigInt(Number.MAX_SAFE_INTEGER)
  return BigInt(Math.ceil((LARGEST_CONNECTOR_W * (until - from + CLOCK_STEP_MS)) / STEP_W_MS))
}

function latestPerConnector(starts: readonly Transaction[]): Transaction[] {
  const latest = new Map<number | null, Transaction>()
  for (const one of starts) {
    const known = latest.get(one.connector)
    if (known === undefined || (known.deviceAt ?? -Infinity) <= (one.deviceAt ?? -Infinity))
      latest.set(one.connector, one)
  }
  return [...latest.values()]
}
