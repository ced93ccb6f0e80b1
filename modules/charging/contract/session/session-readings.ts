import type { Energy } from '@wattyard/money'
import type { MeterRead, Sample, SessionStopped } from '@wattyard/gateway/contract'
import { compareProvenance, contextRank, MAX_READINGS, type Reading, type SessionState } from './session-state.ts'

/** Adds the samples of one fact to `state.readings`. Samples without energy, power or state of charge are skipped. */
export function addSamples(state: SessionState, fact: MeterRead | SessionStopped): void {
  // The clock correction is removed, so that two copies with different corrections have the same key.
  const shift = fact.deviceAt === null ? 0 : fact.at - fact.deviceAt
  const source = fact.kind === 'session-stopped' ? 'stop' : 'read'
  for (const sample of fact.samples) {
    if (isUseless(sample)) continue
    addReading(state, {
      t: sample.at - shift,
      at: sample.at,
      context: sample.context,
      source,
      seqNo: fact.seqNo,
      register: sample.register,
      interval: sample.interval,
      powerW: sample.powerW,
      socPermille: sample.socPermille,
      receivedAt: fact.receivedAt,
      frame: fact.frame,
    })
  }
}

function isUseless(sample: Sample): boolean {
  return sample.register === null && sample.interval === null && sample.powerW === null && sample.socPermille === null
}

function addReading(state: SessionState, reading: Reading): void {
  const { readings } = state
  const index = placeOf(readings, reading)
  const known = readings[index]
  if (known !== undefined && compareContent(known, reading) === 0) {
    if (isEarlier(reading, known)) readings[index] = reading
    return
  }
  if (index === readings.length) readings.push(reading)
  else readings.splice(index, 0, reading)
  if (readings.length > MAX_READINGS) {
    // Dropping the greatest key keeps the result a function of the set of facts.
    readings.pop()
    state.overflow = true
  }
}

/** Returns the index of the first reading that is not before `reading`. Live piles send in order, so it tries the end first. */
function placeOf(readings: readonly Reading[], reading: Reading): number {
  const last = readings.at(-1)
  if (last === undefined || compareContent(last, reading) < 0) return readings.length
  let low = 0
  let high = readings.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const candidate = readings[middle]
    if (candidate !== undefined && compareContent(candidate, reading) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Compares key and content; the canonical order of readings. 0 means the same reading. */
function compareContent(a: Reading, b: Reading): number {
  return (
    a.t - b.t ||
    contextRank(a.context) - contextRank(b.context) ||
    compareText(a.source, b.source) ||
    compareNullable(a.seqNo, b.seqNo) ||
    compareRegisters(a.register, b.register) ||
    compareRegisters(a.interval, b.interval) ||
    compareNullable(a.powerW, b.powerW) ||
    compareNullable(a.socPermille, b.socPermille)
  )
}

function isEarlier(a: Reading, b: Reading): boolean {
  return (compareProvenance(a, b) || a.at - b.at) < 0
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function compareNullable(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  return b === null ? 1 : a - b
}

function compareRegisters(a: Energy | null, b: Energy | null): number {
  if (a === b) return 0
  if (a === null) return -1
  return b === null || a > b ? 1 : -1
}
