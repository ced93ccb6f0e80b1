import { type PersonalReader, type ResourceIndex, seesPersonal, writtenOf } from '@wattyard/server-kit'
import type { AuditRow } from '../contract/calls/audit.ts'

/**
 * Returns whether an entry of the log holds a text as a reader sees it: a search in what is hidden would tell it piece by piece.
 * Secrets are hidden from everybody, personal data from readers who do not see it.
 */
export function tellsShown(reader: PersonalReader, index: ResourceIndex): (row: AuditRow, q: string) => boolean {
  const inClear = seesPersonal(reader)
  return (row, q) => {
    const veiled = { before: row.before, after: row.after }
    const { before, after } = inClear ? (index.withoutSecrets?.(veiled) ?? veiled) : writtenOf(index, row)
    // The database found it in the row as it is stored.
    if (inClear && JSON.stringify({ before, after }) === JSON.stringify(veiled)) return true
    const written = [before, after].flatMap(values => (values === null ? [] : [JSON.stringify(values)]))
    const texts = [row.actorName, row.recordId, row.ip ?? '', row.requestId ?? '', ...written]
    return texts.join(' ').toLowerCase().includes(q.toLowerCase())
  }
}
