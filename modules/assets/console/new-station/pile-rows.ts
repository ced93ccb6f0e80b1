import { MOST_NEW_PILES } from '../../contract/calls/new-station.ts'

/** Values of a new pile that differ from the other piles. */
export interface NewPile {
  readonly code: string
  readonly identity: string
}

/** Values of the piles step: the rule for the numbers, and the numbers. */
export interface PileNumbers {
  readonly prefix: string
  readonly first: number
  readonly count: number
  readonly rows: readonly NewPile[]
}

export const NO_NUMBERS: PileNumbers = { prefix: '', first: 1, count: 1, rows: [] }

/** Least and largest value of a number that is typed. */
export interface Bounds {
  readonly least: number
  readonly most: number
}

export const COUNT_BOUNDS: Bounds = { least: 1, most: MOST_NEW_PILES }
export const FIRST_BOUNDS: Bounds = { least: 0, most: 9_999 }

export const isWithin = (value: number, { least, most }: Bounds): boolean =>
  Number.isInteger(value) && value >= least && value <= most

/** Longest number on a plate, in characters (T/CEC 102 `EquipmentID`). */
export const LONGEST_CODE = 23

/**
 * Returns piles numbered after a prefix, with as many digits as the last number has and at least two. The identity equals the
 * number.
 */
export function numberedPiles({ prefix, first, count }: Pick<PileNumbers, 'prefix' | 'first' | 'count'>): NewPile[] {
  const digits = Math.max(2, String(first + count - 1).length)
  return Array.from({ length: count }, (_, at) => {
    const code = `${prefix}${String(first + at).padStart(digits, '0')}`
    return { code, identity: code }
  })
}

/** Error in a row that is found before the call. */
export type RowProblem = 'missing' | 'twice'

/** Returns the errors by row and field, such as `3.code`: empty values, and values that occur twice, ignoring case. */
export function rowProblems(rows: readonly NewPile[]): Readonly<Record<string, RowProblem>> {
  const problems: Record<string, RowProblem> = {}
  for (const field of ['code', 'identity'] as const) {
    const seen = new Set<string>()
    for (const [at, row] of rows.entries()) {
      const text = row[field].trim().toLowerCase()
      if (text === '') problems[`${at}.${field}`] = 'missing'
      else if (seen.has(text)) problems[`${at}.${field}`] = 'twice'
      seen.add(text)
    }
  }
  return problems
}

/** Reads the piles of a stored draft; invalid parts get their initial values. */
export function readNumbers(part: unknown, most: number): PileNumbers {
  if (part === null || typeof part !== 'object') return NO_NUMBERS
  const { prefix, first, count, rows } = { ...NO_NUMBERS, ...part } satisfies object as Record<string, unknown>
  const whole = (value: unknown, least: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least ? value : 1
  return {
    prefix: typeof prefix === 'string' ? prefix : '',
    first: whole(first, 0),
    count: Math.min(whole(count, 1), most),
    rows: (Array.isArray(rows) ? rows : [])
      .filter(
        (row): row is NewPile =>
          row !== null && typeof row === 'object' && typeof row.code === 'string' && typeof row.identity === 'string',
      )
      .slice(0, most)
      .map(({ code, identity }) => ({ code, identity })),
  }
}

/** Returns the row and field of a refused path such as `piles.3.code`, as `3.code`; null for paths of other steps. */
export function rowOf(path: string): string | null {
  const [, at, field] = /^piles\.(\d+)\.(code|identity|name)$/.exec(path) ?? []
  if (at === undefined) return null
  return `${at}.${field === 'identity' ? 'identity' : 'code'}`
}
