import { hash } from 'node:crypto'
import type { DraftMeterRead, DraftSessionStopped } from '@wattyard/ocpp-frame'
import type { Transaction } from './transaction.ts'
import { isUnknownId } from './transaction.ts'

/**
 * Which session a 1.6 reading or stop belongs to when its transaction id is missing or nobody's. Rules over values;
 * what is read and written around them is in resolve-transactions.ts.
 */

/** Key of a stop without a usable id: its own content (trust 5.5), so that a replay finds the same session. */
export function stopKeyOf(wireId: string | null, stop: DraftSessionStopped): string {
  const content = JSON.stringify([stop.deviceAt, stop.meterStop?.toString() ?? null, stop.tag])
  return `~${wireId ?? ''}!${hash('sha256', content, 'base64url').slice(0, 22)}`
}

/** Prefix of the keys of readings under an id that nobody gave. */
const readingPrefix = (wireId: string, connector: number | null) => `~${wireId}@${connector ?? ''}#`

/** Key of the first reading under an unknown id. The following ones find it by its prefix while it is open. */
export function readingKeyOf(wireId: string, reading: DraftMeterRead): string {
  return `${readingPrefix(wireId, reading.connector)}${reading.deviceAt ?? ''}`
}

/**
 * Returns the session a reading means: with an id that stands for "I do not know" or without one, the only open session
 * on its connector; with an id that was never given out, the open session of readings under the same id. A queue is
 * told in any order: what is dated before that session, or after another one had begun there, is of another one and of
 * nobody open.
 *
 * @param known transactions of the pile, those that have ended lately among them
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
 * Returns the session a stop means: the open readings under the same id, else, for a pile that never learned its id
 * (started offline, trust I-25), the only open start that fits: same tag if the stop has one, not later, register not
 * higher and not further away than any connector could have brought it. Of several on one connector only the latest is
 * asked: it could not begin before the others were over, although nobody heard of their end.
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
/** A pile's clock says whole minutes at worst. */
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
