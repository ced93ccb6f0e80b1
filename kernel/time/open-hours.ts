/** Most ranges of one day, which no timetable of a shop or station exceeds. */
export const MAX_RANGES = 6
/** Hours of a place that never closes. */
export const ALL_DAY = '00:00-24:00'

const DAY_MINUTES = 1440
/** How people in the three languages say that a place never closes. */
const NEVER_CLOSES = /^(24小时|全天|24\/7|24h(oras)?|24hours|allday|todoeldía|todoeldia)(营业|开放)?$/i
const CLOCK = String.raw`(\d{1,2})(?:[:：h时点](\d{2})?分?)?`
const RANGE = new RegExp(`^${CLOCK}(?:[-–—~～至到]|to|a)${CLOCK}$`, 'i')

interface Range {
  readonly from: number
  readonly to: number
}

/** Returns the minute of the day; null for a time that no clock shows. `24:00` is the end of the day. */
function minuteOf(hour: string | undefined, minute: string | undefined): number | null {
  const at = Number(hour) * 60 + Number(minute ?? 0)
  return Number(minute ?? 0) < 60 && at <= DAY_MINUTES ? at : null
}

function rangeOf(text: string): Range | null {
  const [whole, fromHour, fromMinute, toHour, toMinute] = RANGE.exec(text) ?? []
  if (whole === undefined) return null
  const [from, end] = [minuteOf(fromHour, fromMinute), minuteOf(toHour, toMinute)]
  // Midnight ends a day here: people write 12:00-00:00 for the second half of it, and 00:00-00:00 for all of it.
  const to = end === 0 ? DAY_MINUTES : end
  return from === null || to === null || from === to || from === DAY_MINUTES ? null : { from, to }
}

/** Returns the parts of a range within one day; a range past midnight has two. */
const partsOfDay = ({ from, to }: Range): Range[] =>
  to > from
    ? [{ from, to }]
    : [
        { from, to: DAY_MINUTES },
        { from: 0, to },
      ]

function doOverlap(ranges: readonly Range[]): boolean {
  const parts = ranges.flatMap(partsOfDay).toSorted((a, b) => a.from - b.from)
  return parts.some((part, at) => at > 0 && part.from < (parts[at - 1]?.to ?? 0))
}

const two = (value: number): string => String(value).padStart(2, '0')
const clockOf = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/**
 * Reads the opening hours of a day as people write them: `8:00–22:00`, `08:00-12:00, 14:00-22:00`, `20:00-02:00` past midnight,
 * 24 小时. Returns them as `08:00-12:00, 14:00-22:00` in the order of the day.
 * @returns null for anything else: no times, ranges that overlap, more than six of them
 */
export function parseOpenHours(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  if (NEVER_CLOSES.test(plain.replaceAll(/\s/g, ''))) return ALL_DAY
  // A blank may stand around the dash or between two ranges; only the latter separates.
  const written = plain.replaceAll(/\s*([-–—~～至到]|\bto\b|\ba\b)\s*/gi, '$1').split(/[,，、;；\n]+\s*|\s+/)
  const ranges = written.filter(part => part !== '').map(rangeOf)
  const found = ranges.filter(range => range !== null).toSorted((a, b) => a.from - b.from)
  if (found.length === 0 || found.length < ranges.length || found.length > MAX_RANGES || doOverlap(found)) return null
  return found.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`).join(', ')
}
