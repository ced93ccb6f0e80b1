import type { ParsedField } from '../../contract/index.ts'

/** Row of the tree: a field, or a group of fields. */
export interface FieldRow {
  /** Unique among the rows. */
  key: string
  label: string
  /** Starts at 0. */
  level: number
  /** Index of the field; null for a group. */
  field: number | null
  /** Range of bytes or characters that the row covers. */
  from: number
  to: number
  /** Number of fields below, for a group. */
  count: number
  /** Keys of the groups above. */
  above: readonly string[]
}

/** Groups with more fields than this are closed at first: 48 half-hours would hide what follows. */
export const CLOSED_ABOVE = 16

/** Returns the fields with their groups, in the order of the frame. */
export function rowsOf(fields: readonly ParsedField[]): FieldRow[] {
  const rows: FieldRow[] = []
  const groups = new Map<string, FieldRow>()
  fields.forEach((field, index) => {
    const steps = field.path.split('/')
    const above: string[] = []
    for (let level = 0; level < steps.length - 1; level++) {
      const key = `${steps.slice(0, level + 1).join('/')}/`
      let group = groups.get(key)
      if (!group) {
        const label = field.labels[level] ?? steps[level] ?? ''
        group = { key, label, level, field: null, from: field.from, to: field.to, count: 0, above: [...above] }
        groups.set(key, group)
        rows.push(group)
      }
      group.from = Math.min(group.from, field.from)
      group.to = Math.max(group.to, field.to)
      group.count++
      above.push(key)
    }
    rows.push({
      key: `${index} ${field.path}`,
      label: field.labels.at(-1) ?? field.path,
      level: steps.length - 1,
      field: index,
      from: field.from,
      to: field.to,
      count: 0,
      above,
    })
  })
  return rows
}

/** Returns the groups that are closed at first. */
export const closedAtFirst = (rows: readonly FieldRow[]): ReadonlySet<string> =>
  new Set(rows.filter(row => row.field === null && row.count > CLOSED_ABOVE && row.level === 0).map(row => row.key))

/** Returns the rows that are not below a closed group. */
export const openRows = (rows: readonly FieldRow[], closed: ReadonlySet<string>): FieldRow[] =>
  rows.filter(row => !row.above.some(key => closed.has(key)))

/** Returns the index of the field that contains a position. Fields do not overlap. */
export function fieldAt(fields: readonly ParsedField[], at: number): number | null {
  const index = fields.findIndex(field => field.from <= at && at < field.to)
  return index < 0 ? null : index
}
