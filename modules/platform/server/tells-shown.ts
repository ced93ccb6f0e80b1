import { type PersonalReader, type ResourceIndex, seesPersonal, writtenOf } from '@wattyard/server-kit'
import type { AuditRow } from '../contract/calls/audit.ts'

/**
 * Returns whether an entry of the log holds a text as a reader sees it: a search in what is hidden would tell it piece by piece.
 * Null for readers who see all of it.
 */
export function tellsShown(
  reader: PersonalReader,
  index: ResourceIndex,
): ((row: AuditRow, q: string) => boolean) | null {
  if (seesPersonal(reader)) return null
  return (row, q) => {
    const { before, after } = writtenOf(index, row)
    const written = [before, after].flatMap(values => (values === null ? [] : [JSON.stringify(values)]))
    const texts = [row.actorName, row.recordId, row.ip ?? '', row.requestId ?? '', ...written]
    return texts.join(' ').toLowerCase().includes(q.toLowerCase())
  }
}
