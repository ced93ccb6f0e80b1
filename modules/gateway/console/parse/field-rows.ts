import type { ParsedField } from '../../contract/index.ts'

/** One row of the tree: a field, or the group that fields lie in. */
export interface FieldRow {
  /** Unique among the rows. */
  key: string
  label: string
  /** From 0. */
  level: number
  /** Index of the field; null for a group. */
  field: number | null
  /** Bytes or characters that the row covers. */
  from: number
  to: number
  /** Fields below, for a group. */
  count: number
  /** Keys of the groups above. */
  above: readonly string[]
}

/** Groups with more fields than this begin closed: 48 half hours would hide what comes after. */
export const CLOSED_ABOVE = 16

/** Fields with their groups, in the order of the frame. */
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

/** Groups that are closed at first. */
export const closedAtFirst = (rows: readonly FieldRow[]): ReadonlySet<string> =>
  new Set(rows.filter(row => row.field === null && row.count > CLOSED_ABOVE && row.level === 0).map(row => row.key))

/** Rows with no closed group above them. */
export const openRows = (rows: readonly FieldRow[], closed: ReadonlySet<string>): FieldRow[] =>
  rows.filter(row => !row.above.some(key => closed.has(key)))

/** Returns the field whose bytes hold a place: fields do not overlap. */
export function fieldAt(fields: readonly ParsedField[], at: number): number | null {
  const index = fields.findIndex(field => field.from <= at && at < field.to)
  return index < 0 ? null : index
}
