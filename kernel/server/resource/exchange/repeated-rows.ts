import type { Resource } from '@wattyard/resource'
import { type MessageRef, Refusal } from '../../refusal.ts'
import type { ImportInput } from './import-records.ts'
import { fieldOfHeader } from './read-cell.ts'

type Row = ImportInput['rows'][number]

/** The rows of a sheet that became records, by their unique values. */
export interface RepeatedRows {
  /** Remembers a row that became a record. */
  keep(row: Row): void
  /** Returns a refusal that names the row of the sheet where values are taken by one, rather than by a record from before. */
  told(row: Row, refusal: Refusal): Refusal
}

/** Returns what tells repeated rows of a sheet; `headers` are keys of fields by header (`fieldsByHeader`). */
export function repeatedRows(
  { unique = [] }: Pick<Resource, 'unique'>,
  headers: ReadonlyMap<string, string>,
): RepeatedRows {
  const lines = new Map<string, number>()
  /** What tells a row from others by a set of unique fields; null where one of them is empty. */
  const markOf = ({ values }: Row, set: readonly string[]): string | null => {
    const cells = new Map(Object.entries(values).map(([header, text]) => [fieldOfHeader(headers, header), text.trim()]))
    const texts = set.map(key => cells.get(key) ?? '')
    return texts.includes('') ? null : JSON.stringify([set, texts])
  }
  return {
    keep(row) {
      for (const set of unique) {
        const mark = markOf(row, set)
        if (mark !== null) lines.set(mark, row.line)
      }
    },
    told(row, refusal) {
      const { fields } = refusal
      if (!fields) return refusal
      const repeated: Record<string, MessageRef> = {}
      for (const set of unique) {
        const mark = markOf(row, set)
        const line = mark === null ? undefined : lines.get(mark)
        if (line === undefined || !set.every(key => fields[key]?.key === 'kernel.field.taken')) continue
        for (const key of set) repeated[key] = { key: 'kernel.field.sameAsLine', params: { line } }
      }
      if (Object.keys(repeated).length === 0) return refusal
      const { code, status, params, detail } = refusal
      return new Refusal(code, { status, params, fields: { ...fields, ...repeated }, ...(detail ? { detail } : {}) })
    },
  }
}
