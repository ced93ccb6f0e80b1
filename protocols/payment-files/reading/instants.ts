import { addDays, businessDay, DAY_MS, isBusinessDay, localDayOf, parseLocalInstant, SECOND_MS } from '@wattyard/time'
import type { FindingCode } from './findings.ts'

export type ReadInstant =
  | { readonly at: number; readonly day: string; readonly notice: FindingCode | null }
  | { readonly at: null; readonly problem: FindingCode }

const UNREADABLE: ReadInstant = { at: null, problem: 'time-unreadable' }
/** As channels write it. */
const USUAL = 'YYYY-MM-DD HH:mm:ss'
/** What spreadsheets make of it when somebody saves the file. */
const REWRITTEN = ['YYYY/M/D H:mm:ss', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm:ss', 'YYYY-MM-DD H:mm']
/** Local days whose beginning is remembered. A file has one or a few. */
const MAX_DAYS_KNOWN = 400

type KnownDay = { readonly start: number; readonly isPlain: boolean }

/**
 * Returns a reader of local times in `zone`. A time that occurs twice is taken as the earlier one, a time the clock leaps over
 * as if it had not leapt, 24:00:00 as the beginning of the next day; each with a notice.
 * @param formats as of `parseLocalInstant`; absent: those of the channels. An invalid format reads nothing
 */
export function createInstantReader(zone: string, formats?: readonly string[]): (text: string) => ReadInstant {
  const days = new Map<string, KnownDay | null>()

  function dayOf(day: string): KnownDay | null {
    const known = days.get(day)
    if (known !== undefined) return known
    const found = startOf(day, zone)
    if (days.size >= MAX_DAYS_KNOWN) days.clear()
    days.set(day, found)
    return found
  }

  function read(cell: string): ReadInstant {
    const fast = formats === undefined ? usualSecond(cell) : -1
    if (fast >= 0) {
      const day = cell.slice(0, 10)
      const known = dayOf(day)
      if (known?.isPlain) return { at: known.start + fast * SECOND_MS, day, notice: null }
    }
    const text = cell.trim()
    if (formats !== undefined) return readBy(text, formats, zone, null)
    const usual = readBy(text, [USUAL], zone, null)
    return usual.at === null ? readBy(text, REWRITTEN, zone, 'time-rewritten') : usual
  }

  return cell => {
    try {
      return read(cell)
    } catch {
      return UNREADABLE // beyond the years the calendar knows
    }
  }
}

/** Returns the second of the day of `YYYY-MM-DD HH:mm:ss`, −1 for any other shape. The date is not checked. */
function usualSecond(text: string): number {
  if (text.length !== 19 || text.charCodeAt(10) !== 32) return -1
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return -1
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1
  return (hour * 60 + minute) * 60 + second
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

function startOf(day: string, zone: string): KnownDay | null {
  if (!isBusinessDay(day)) return null
  const start = parseLocalInstant(`${day} 00:00:00`, USUAL, zone)
  const next = parseLocalInstant(`${addDays(businessDay(day), 1)} 00:00:00`, USUAL, zone)
  if (start.kind !== 'exact' || next.kind !== 'exact') return null
  return { start: start.at, isPlain: next.at - start.at === DAY_MS }
}

function readBy(text: string, formats: readonly string[], zone: string, notice: FindingCode | null): ReadInstant {
  const asMidnight = text.replace(/24:00(:00)?$/, '00:00$1')
  for (const format of formats) {
    const found = readOne(text, format, zone)
    if (found.at !== null) return { ...found, notice: found.notice ?? notice }
    if (asMidnight === text) continue
    const midnight = readOne(asMidnight, format, zone)
    if (midnight.at === null || !isBusinessDay(midnight.day)) continue
    return readNextDay(addDays(midnight.day, 1), zone)
  }
  return UNREADABLE
}

function readNextDay(day: string, zone: string): ReadInstant {
  const found = readOne(`${day} 00:00:00`, USUAL, zone)
  return found.at === null ? found : { ...found, notice: 'time-24' }
}

function readOne(text: string, format: string, zone: string): ReadInstant {
  try {
    const found = parseLocalInstant(text, format, zone)
    if (found.kind === 'invalid') return UNREADABLE
    if (found.kind === 'exact') return { at: found.at, day: localDayOf(found.at, zone), notice: null }
    const at = found.kind === 'ambiguous' ? found.earlier : found.shifted
    return {
      at,
      day: localDayOf(at, zone),
      notice: found.kind === 'ambiguous' ? 'time-ambiguous' : 'time-skipped',
    }
  } catch {
    return UNREADABLE // a year outside the calendar, or a format that is none
  }
}
