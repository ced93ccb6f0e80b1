import { localMsOf, type LocalInstant, resolveLocal } from './local.ts'
import { DAY_MS, MINUTE_MS, TimeError } from './time-error.ts'

/** Sentinel of the console contract for an absent instant. */
export const NO_INSTANT = -1

/** Formats an instant as `YYYY-MM-DD HH:mm:ss` on the zone's wall clock; −1 as `--`. */
export function formatInstant(at: number, zone: string): string {
  if (at === NO_INSTANT) return '--'
  return new Date(localMsOf(at, zone)).toISOString().slice(0, 19).replace('T', ' ')
}

/** `LocalInstant`, or the reason why a text is not a time. */
export type ParsedInstant =
  | LocalInstant
  /** `shape`: the text does not match the format. `range`: it does, but there is no such date or time. */
  | { readonly kind: 'invalid'; readonly reason: 'shape' | 'range' }

const TOKENS: Readonly<Record<string, string>> = {
  YYYY: '(?<year>[0-9]{4})',
  MM: '(?<month>[0-9]{2})',
  M: '(?<month>[0-9]{1,2})',
  DD: '(?<day>[0-9]{2})',
  D: '(?<day>[0-9]{1,2})',
  HH: '(?<hour>[0-9]{2})',
  H: '(?<hour>[0-9]{1,2})',
  hh: '(?<hour12>[0-9]{2})',
  h: '(?<hour12>[0-9]{1,2})',
  mm: '(?<minute>[0-9]{2})',
  ss: '(?<second>[0-9]{2})',
  SSS: '(?<ms>[0-9]{1,9})',
  A: '(?<half>[AaPp][Mm])',
  Z: '(?<offset>[Zz]|[+-][0-9]{2}:?[0-9]{2})',
}
const TOKEN = /YYYY|MM|M|DD|D|HH|H|hh|h|mm|ss|SSS|A|Z/g
const MAX_FORMAT_LENGTH = 40
const MAX_TEXT_LENGTH = 64
/** Formats come from import settings. When this many are cached, the cache is emptied. */
const MAX_COMPILED_FORMATS = 64
const compiled = new Map<string, RegExp>()

/**
 * Parses a local time by a stated format. Tokens: YYYY MM M DD D HH H hh h mm ss SSS (fraction, 1–9 digits, cut to ms) A (AM/PM)
 * Z (offset or `Z`: `zone` is then ignored and the result is exact); other characters match themselves. Year, month and day are
 * required. The result says when a local time occurs twice or never; the function does not choose.
 * @throws TimeError `time.bad-format` for a format that is too long, lacks year, month or day, has a token twice, or has only one
 * of `h` and `A`; `time.unknown-zone`
 */
export function parseLocalInstant(text: string, format: string, zone: string): ParsedInstant {
  const groups = text.length <= MAX_TEXT_LENGTH ? patternOf(format).exec(text)?.groups : undefined
  if (groups === undefined) return { kind: 'invalid', reason: 'shape' }
  const hour = hourOf(groups)
  const [year, month, day] = [Number(groups.year), Number(groups.month), Number(groups.day)]
  const [minute, second] = [Number(groups.minute ?? 0), Number(groups.second ?? 0)]
  const ms = Number((groups.ms ?? '0').padEnd(3, '0').slice(0, 3))
  const date = new Date(Date.UTC(year, month - 1, day))
  const dateExists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!dateExists || hour === undefined || hour > 23 || minute > 59 || second > 59) {
    return { kind: 'invalid', reason: 'range' }
  }
  const local = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + ms
  if (groups.offset === undefined) return resolveLocal(local, zone)
  const offset = offsetOf(groups.offset)
  return offset === undefined ? { kind: 'invalid', reason: 'range' } : { kind: 'exact', at: local - offset }
}

function hourOf(groups: Record<string, string | undefined>): number | undefined {
  if (groups.hour12 === undefined) return Number(groups.hour ?? 0)
  const hour = Number(groups.hour12)
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (groups.half?.toUpperCase() === 'PM' ? 12 : 0)
}

function offsetOf(text: string): number | undefined {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2))
  if (Number(text.slice(-2)) > 59 || minutes * MINUTE_MS >= DAY_MS) return undefined
  return (text.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

function patternOf(format: string): RegExp {
  const known = compiled.get(format)
  if (known !== undefined) return known
  const pattern = compile(format)
  if (compiled.size >= MAX_COMPILED_FORMATS) compiled.clear()
  compiled.set(format, pattern)
  return pattern
}

/** Returns a text escaped for a regular expression. Browsers of 2024 lack `RegExp.escape`. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function compile(format: string): RegExp {
  let source = ''
  let end = 0
  for (const match of format.matchAll(TOKEN)) {
    source += literal(format.slice(end, match.index)) + (TOKENS[match[0]] ?? '')
    end = match.index + match[0].length
  }
  source += literal(format.slice(end))
  const complete = ['(?<year>', '(?<month>', '(?<day>'].every(group => source.includes(group))
  const halves = source.includes('(?<hour12>') === source.includes('(?<half>')
  if (format.length > MAX_FORMAT_LENGTH || !complete || !halves) {
    throw new TimeError('time.bad-format', JSON.stringify(format.slice(0, MAX_FORMAT_LENGTH)))
  }
  try {
    return new RegExp(`^${source}$`)
  } catch {
    throw new TimeError('time.bad-format', `${JSON.stringify(format)} has a token twice`)
  }
}
