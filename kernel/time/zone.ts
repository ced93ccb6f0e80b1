import { DAY_MS, SECOND_MS, TimeError } from './time-error.ts'

/**
 * A period of UTC time, `from` ≤ at < `to`, in which the zone's offset does not change. It is not always maximal: it may end at
 * the turn of a UTC year although the offset continues.
 */
export type OffsetSpan = { readonly from: number; readonly to: number; readonly offsetMs: number }

/** Most zone-years in the cache. One has 1–3 spans; a server uses a handful of zones for a few years. */
export const MAX_CACHED_ZONE_YEARS = 4_096
/** First and last year for which spans are cached. Outside, every call asks Intl, which is slow. */
const FIRST_CACHED_YEAR = 1900
const LAST_CACHED_YEAR = 2199
/** 0001-01-01: earlier instants have an era that Intl's year number does not show. */
const FIRST_INSTANT = -62_135_596_800_000 + DAY_MS
const LAST_INSTANT = 8_640_000_000_000_000 - DAY_MS

// China has had one offset since the last summer time ended on 1991-09-15 (IANA tz database, Asia/Shanghai).
const FIXED_SPANS: ReadonlyMap<string, OffsetSpan> = new Map([
  ['UTC', { from: FIRST_INSTANT, to: LAST_INSTANT, offsetMs: 0 }],
  ['Asia/Shanghai', { from: Date.UTC(1992, 0, 1), to: LAST_INSTANT, offsetMs: 28_800_000 }],
])

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/
const MAX_ZONE_LENGTH = 64

type ZoneState = {
  readonly zone: string
  readonly format: Intl.DateTimeFormat
  readonly years: Map<number, readonly OffsetSpan[]>
  last: OffsetSpan
}

const states = new Map<string, ZoneState>()
const MAX_ZONES = 1_024
let cachedYears = 0
let lastState: ZoneState | undefined

/** Returns whether `text` is an IANA zone name that this machine knows. Offsets such as `+08:00` are not zones. */
export function isZone(text: string): boolean {
  if (states.has(text)) return true
  if (text.length > MAX_ZONE_LENGTH || !ZONE_NAME.test(text)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false // Intl throws for unknown zones
  }
}

/**
 * Returns the span of constant offset around `at`. Calls that lie close together in time (a session, a list page) are cheap.
 * @throws TimeError `time.unknown-zone`, `time.out-of-range`
 */
export function offsetSpanAt(at: number, zone: string): OffsetSpan {
  const state = lastState !== undefined && lastState.zone === zone ? lastState : stateOf(zone)
  lastState = state
  const last = state.last
  if (at >= last.from && at < last.to) return last
  return lookUp(state, at)
}

/**
 * Returns the offset from UTC in ms at an instant, east positive.
 * @throws TimeError as `offsetSpanAt`
 */
export function offsetMsAt(at: number, zone: string): number {
  return offsetSpanAt(at, zone).offsetMs
}

function stateOf(zone: string): ZoneState {
  const known = states.get(zone)
  if (known !== undefined) return known
  if (!isZone(zone)) throw new TimeError('time.unknown-zone', JSON.stringify(zone.slice(0, MAX_ZONE_LENGTH)))
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const last = FIXED_SPANS.get(zone) ?? { from: 0, to: 0, offsetMs: 0 }
  const state: ZoneState = { zone, format, years: new Map(), last }
  if (states.size >= MAX_ZONES) states.clear()
  states.set(zone, state)
  return state
}

function lookUp(state: ZoneState, at: number): OffsetSpan {
  if (!(at >= FIRST_INSTANT && at < LAST_INSTANT)) throw new TimeError('time.out-of-range', `instant ${at}`)
  const fixed = FIXED_SPANS.get(state.zone)
  if (fixed !== undefined && at >= fixed.from && at < fixed.to) {
    state.last = fixed
    return fixed
  }
  const year = new Date(at).getUTCFullYear()
  if (year < FIRST_CACHED_YEAR || year > LAST_CACHED_YEAR) {
    const second = Math.floor(at / SECOND_MS) * SECOND_MS
    return { from: second, to: second + SECOND_MS, offsetMs: askIntl(state.format, second) }
  }
  const found = spansOf(state, year).find(span => at >= span.from && at < span.to)
  if (found === undefined) throw new Error(`no span of ${state.zone} for ${at}`) // spansOf tiles the year
  state.last = found
  return found
}

function spansOf(state: ZoneState, year: number): readonly OffsetSpan[] {
  const known = state.years.get(year)
  if (known !== undefined) return known
  if (cachedYears >= MAX_CACHED_ZONE_YEARS) {
    for (const other of states.values()) other.years.clear()
    cachedYears = 0
  }
  const spans = computeSpans(state.format, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1))
  state.years.set(year, spans)
  cachedYears += 1
  return spans
}

/**
 * Returns the offset spans from `start` to `end`. One sample per day finds every change: no zone has ever changed its offset
 * twice within a day and back.
 */
function computeSpans(format: Intl.DateTimeFormat, start: number, end: number): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let from = start
  let offsetMs = askIntl(format, start)
  for (let at = start; at < end; at += DAY_MS) {
    const next = at + DAY_MS < end ? at + DAY_MS : end - SECOND_MS
    const nextOffset = askIntl(format, next)
    if (nextOffset === offsetMs) continue
    const change = bisect(at, next, instant => askIntl(format, instant) !== offsetMs)
    spans.push({ from, to: change, offsetMs })
    from = change
    offsetMs = nextOffset
  }
  spans.push({ from, to: end, offsetMs })
  return spans
}

/** Returns the first whole second in (lo, hi] for which `changed` is true. `changed` must be false at `lo` and true at `hi`. */
export function bisect(lo: number, hi: number, changed: (at: number) => boolean): number {
  let before = lo / SECOND_MS
  let after = hi / SECOND_MS
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (changed(middle * SECOND_MS)) after = middle
    else before = middle
  }
  return after * SECOND_MS
}

function askIntl(format: Intl.DateTimeFormat, second: number): number {
  const parts = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of format.formatToParts(second)) {
    if (type in parts) parts[type as keyof typeof parts] = Number(value) // `in` has just proved the key
  }
  // setUTCFullYear instead of Date.UTC, which reads the years 0–99 as 1900–1999.
  const local = new Date(0)
  local.setUTCFullYear(parts.year, parts.month - 1, parts.day)
  local.setUTCHours(parts.hour, parts.minute, parts.second)
  return local.getTime() - second
}
