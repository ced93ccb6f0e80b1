import { type Field, type FieldKindName, fieldOf, type Resource } from '@wattyard/resource'

/** Width in pixels of the edge that tells of the columns without room. */
export const EDGE_WIDTH = 24

export interface FittingColumn {
  readonly key: string
  /** In pixels. */
  readonly width: number
  /** Columns with the same text get room together or not at all, since one alone would read as the whole. */
  readonly together?: string
}

export interface FitRule {
  /** Pixels for all columns together; undefined for a table without a limit. */
  readonly room: number | undefined
  /** Keys from the most important to the least; columns that it omits follow in their order. */
  readonly priority: readonly string[]
  /** Keys that a person chose: they are shown whether there is room or not. */
  readonly chosen: readonly string[]
}

export interface Fit<C> {
  /** Columns to draw, in their order. */
  readonly shown: readonly C[]
  /** Keys of the columns without room, in their order. */
  readonly left: readonly string[]
}

/**
 * Returns as many columns as fit into the room: the first one and a person's own always, then the others by priority. When a column
 * is too wide, a narrower one of less priority may take the place. The edge that tells of the others takes its own room.
 */
export function fitColumns<C extends FittingColumn>(
  columns: readonly C[],
  { room, priority, chosen }: FitRule,
): Fit<C> {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  if (room === undefined || total <= room) return { shown: columns, left: [] }
  const isFirst = (column: C): boolean => column === columns[0]
  const isKept = (column: C): boolean => isFirst(column) || chosen.includes(column.key)
  const rank = ({ key }: C): number => {
    const at = priority.indexOf(key)
    return at < 0 ? priority.length : at
  }
  let rest = room - EDGE_WIDTH
  for (const column of columns) if (isKept(column)) rest -= column.width
  const fitting = new Set(columns.filter(isKept))
  const withOthers = (column: C): readonly C[] =>
    column.together === undefined
      ? [column]
      : columns.filter(other => other.together === column.together && !fitting.has(other))
  // The sort is stable, so columns without a priority keep their order.
  for (const column of columns.toSorted((a, b) => rank(a) - rank(b))) {
    if (fitting.has(column)) continue
    const set = withOthers(column)
    const width = set.reduce((sum, one) => sum + one.width, 0)
    if (width > rest) continue
    for (const one of set) fitting.add(one)
    rest -= width
  }
  return {
    shown: columns.filter(column => fitting.has(column)),
    left: columns.filter(column => !fitting.has(column)).map(({ key }) => key),
  }
}

/** Kinds that a list is rarely opened for: they are the last to get room unless the definition says otherwise. */
const LATE: ReadonlySet<FieldKindName> = new Set(['note', 'richText', 'json', 'zone', 'url', 'file', 'files', 'images'])

/**
 * Returns the keys of columns from the most important to the least: those that the definition ranks, the others in their order, and
 * last the kinds that are rarely decisive and the names in other languages.
 */
export function priorityOf(
  resource: Pick<Resource, 'fields' | 'labelIn'> & { readonly list: { readonly priority?: readonly string[] } },
  columns: readonly string[],
): string[] {
  const { priority = [] } = resource.list
  const names = new Set<string>(Object.values(resource.labelIn ?? {}))
  const isLate = (key: string): boolean => {
    const field: Field | undefined = fieldOf(resource, key)
    return names.has(key) || (field !== undefined && LATE.has(field.kind))
  }
  const others = columns.filter(key => !priority.includes(key))
  return [
    ...priority.filter(key => columns.includes(key)),
    ...others.filter(key => !isLate(key)),
    ...others.filter(isLate),
  ]
}

/** Kinds whose values are cut when their column is narrow. */
const ELASTIC: ReadonlySet<FieldKindName> = new Set(['text', 'note', 'serial', 'tags', 'ref', 'refs', 'email'])
/** Most that a column grows by, as a share of its width. */
const GROWS_BY = 0.6

/** Returns the columns with the free room shared among those that hold texts, so that fewer of them are cut. */
export function shareRoom<C extends FittingColumn & { readonly kind?: FieldKindName }>(
  columns: readonly C[],
  room: number | undefined,
): C[] {
  const used = columns.reduce((sum, { width }) => sum + width, 0)
  const elastic = columns.filter(({ kind }) => kind !== undefined && ELASTIC.has(kind))
  if (room === undefined || room <= used || elastic.length === 0) return [...columns]
  const each = Math.floor((room - used) / elastic.length)
  return columns.map(column =>
    elastic.includes(column)
      ? { ...column, width: column.width + Math.min(each, Math.floor(column.width * GROWS_BY)) }
      : column,
  )
}
