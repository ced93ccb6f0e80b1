import {
  columnsOf,
  LEAST_TO_SHOW,
  type MaskKind,
  type Resource,
  SHOWN_END,
  SHOWN_PARTS,
  type ShownParts,
} from '@wattyard/resource'
import { type PersonalReader, seesPersonal } from '../../personal.ts'
import type { Condition } from '../condition.ts'
import { isWhole, isWritten, mayLookUp, noteLookUp } from './look-ups.ts'

/** What a mask leaves of a value; undefined for texts and data of which only parts are hidden. */
const partsOf = (mask: MaskKind): ShownParts | undefined =>
  mask === 'words' || mask === 'json' ? undefined : SHOWN_PARTS[mask]

/** Returns a column as readers see it who see it masked, as SQL. */
function shownColumn(where: Condition, column: string, { ends, sign }: ShownParts): string {
  const hidden = `${where.value(sign)}::text`
  const cases = ends.map(
    ({ least, first, last }) =>
      `when length(${column}) >= ${least} then left(${column}, ${first}) || ${hidden} || right(${column}, ${last})`,
  )
  return cases.length === 0 ? hidden : `(case ${cases.join(' ')} when ${column} is not null then ${hidden} end)`
}

/** Whether a masked value can hold a text: what is longer than its shown ends holds the sign between them. */
const canShow = ({ ends, sign }: ShownParts, text: string): boolean =>
  text.includes(sign[0] ?? '') || ends.some(({ first, last }) => Array.from(text).length <= Math.max(first, last))

/** What is looked for, and whether the whole field has to be it. */
interface Wanted {
  readonly text: string
  readonly like: (text: string) => string
}

/** Returns the test that a hidden field holds a text as it is shown; none where no such value could. */
function shownTests(where: Condition, column: string, mask: MaskKind, { text, like }: Wanted): string[] {
  const parts = partsOf(mask)
  if (!parts || mask === 'text' || !canShow(parts, text)) return []
  return [`${shownColumn(where, column, parts)} ilike ${where.value(like(text))}`]
}

/** How a filter asks about a hidden field. */
export interface HiddenFilter {
  readonly mask: MaskKind
  readonly reader: PersonalReader
  /** Rows that are otherwise are wanted: of these a whole value says nothing that is shown. */
  readonly isNot: boolean
  readonly like: (text: string) => string
  readonly anyCase?: true
}

/**
 * Returns the test of a filter on a field that is hidden from its reader: on what is shown alone, and for one whole value, where
 * the reader may find a record by it, on the value itself.
 */
export function hiddenFilter(
  where: Condition,
  resource: Resource,
  key: string,
  texts: readonly string[],
  { mask, reader, isNot, like, anyCase }: HiddenFilter,
): string {
  const column = columnsOf(resource)[key] ?? 'null'
  const tests = texts.flatMap(text => shownTests(where, column, mask, { text, like }))
  const [value = ''] = texts
  if (texts.length === 1 && !isNot && isWhole(mask, value) && mayLookUp(reader)) {
    noteLookUp(reader, { resource, keys: [key], value, ...(anyCase ? { anyCase } : {}) })
    tests.push(anyCase ? `lower(${column}) = lower(${where.value(value)})` : isWritten(where, column, mask, value))
  }
  return tests.length > 0 ? `(${tests.join(' or ')})` : 'false'
}

/**
 * Returns the tests by which a quick search looks into masked fields. Who sees them finds those that the search does not look into
 * by the whole or by their last characters; who does not, by what is shown, and by the whole where they may look it up.
 */
export function hiddenTests(
  where: Condition,
  resource: Resource,
  q: string,
  reader: PersonalReader,
  like: (text: string) => string,
): string[] {
  const masks = Object.entries<MaskKind | undefined>(resource.masked ?? {}).flatMap(([key, mask]) =>
    mask && partsOf(mask) ? [[key, mask] as const] : [],
  )
  const columnOf = (key: string): string => columnsOf(resource)[key] ?? 'null'
  if (seesPersonal(reader)) {
    const others = masks.filter(([key]) => !resource.list.search?.includes(key))
    return others.flatMap(([key, mask]) => clearTests(where, columnOf(key), mask, q))
  }
  const tests = masks.flatMap(([key, mask]) => shownTests(where, columnOf(key), mask, { text: q, like }))
  const whole = masks.filter(([, mask]) => isWhole(mask, q))
  if (whole.length > 0 && mayLookUp(reader)) {
    noteLookUp(reader, { resource, keys: whole.map(([key]) => key), value: q })
    tests.push(...whole.map(([key, mask]) => isWritten(where, columnOf(key), mask, q)))
  }
  return tests
}

/** Masks that show the end of what they hide. */
const SHOWS_END: ReadonlySet<MaskKind> = new Set(['phone', 'card'])

function clearTests(where: Condition, column: string, mask: MaskKind, q: string): string[] {
  const whole = isWritten(where, column, mask, q)
  if (q.length !== SHOWN_END || !SHOWS_END.has(mask)) return [whole]
  const end = isWritten(where, `right(${column}, ${SHOWN_END})`, mask, q)
  return [whole, `(length(${column}) >= ${LEAST_TO_SHOW} and ${end})`]
}
