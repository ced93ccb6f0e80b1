import { PROVINCE_CALENDARS } from './province-calendars.ts'

/**
 * Verification of a template. `two-sources`: two independent collections give the same day for all twelve months.
 * `single-source`: there is no second schedule to compare with. `conflicting`: a second schedule differs. None is a notice of the
 * grid company; the operator has to confirm a template against that notice before use.
 */
export const MARKS = ['two-sources', 'single-source', 'conflicting'] as const
export type TemplateMark = (typeof MARKS)[number]

export const DOUBTS = [
  /** A second collection has another schedule, in `months` where the months are known. */
  'second-source-differs',
  /** A second collection has gaps in these months and cannot confirm them. */
  'second-source-has-gap',
  /** The second collection covers another user class only. */
  'second-source-other-class',
  /** Listed without any time-of-use schedule in early 2026. */
  'listed-without-tou',
  /** Reported to settle at spot prices since March 2025, without a fixed schedule. */
  'spot-settlement',
  /** The province has several grid areas, and the document does not state its own. */
  'grid-area-unclear',
  'newer-schedule-seen',
  'newer-document-seen',
] as const
export type TemplateDoubtCode = (typeof DOUBTS)[number]

export type TemplateDoubt = { readonly code: TemplateDoubtCode; readonly months?: readonly number[] }

/** 48 half-hours from 00:00, one period letter each. */
export type TemplateSeason = { readonly months: readonly number[]; readonly slots: string }

/**
 * A province's published time-of-use calendar for industrial and commercial users. Base calendar only: it lacks rows for
 * holidays, weekends and heat, and has no prices.
 */
export type ProvinceTemplate = {
  readonly key: string
  readonly name: { readonly zh: string; readonly en: string; readonly es: string }
  /** Number of the provincial price document. */
  readonly document: string
  readonly mark: TemplateMark
  readonly doubts: readonly TemplateDoubt[]
  readonly seasons: readonly TemplateSeason[]
}

/** Month up to which the templates were collected. */
export const TEMPLATES_AS_OF = '2026-02'

export const PROVINCE_TEMPLATES: readonly ProvinceTemplate[] = readCalendars(PROVINCE_CALENDARS)

/** Reads the table of `province-calendars.ts`; a row that is not one is our own mistake and throws. */
export function readCalendars(table: string): ProvinceTemplate[] {
  const provinces = table.trim().split(/\n(?! )/)
  return provinces.map(lines => {
    const [head = '', ...seasons] = lines.split('\n')
    const [key = '', zh = '', en = '', es = '', document = '', mark = '', ...doubts] = head.split(' | ')
    return {
      key,
      name: { zh, en, es },
      document,
      mark: oneOf(MARKS, mark),
      doubts: doubts.map(readDoubt),
      seasons: seasons.map(readSeason),
    }
  })
}

function readDoubt(text: string): TemplateDoubt {
  const [code = '', months] = text.split(' ')
  return { code: oneOf(DOUBTS, code), ...(months === undefined ? {} : { months: readMonths(months) }) }
}

function readSeason(line: string): TemplateSeason {
  const [months = '', slots = ''] = line.trim().split(/ +/)
  return { months: readMonths(months), slots }
}

/** Parses months and ranges of months: `2-6,10`. */
function readMonths(text: string): number[] {
  return text.split(',').flatMap(part => {
    const [from, to = from] = part.split('-').map(Number)
    if (from === undefined || to === undefined || !(1 <= from && from <= to && to <= 12))
      throw new Error(`not months: ${text}`)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find(one => one === word)
  if (found === undefined) throw new Error(`not one of ${words.join(', ')}: ${word}`)
  return found
}
