import { type FileMapping, type ImportTemplate, type FormatOffer } from '../../contract/calls/import.ts'
import { fitsHeader } from '../../contract/import/file-mapping.ts'
import { type FileHead, guessMapping } from '../../contract/import/guess-mapping.ts'
import { delimiterOf, type FileDelimiter, headerRowOf, headRows } from '../../contract/import/session-file.ts'
import { FORMAT_ZONES, formatOf, type ReadFile } from './read-file.ts'

/** Way of reading a file: a shipped format, a template, or a mapping made for it. */
export type Chosen =
  | { kind: 'format'; id: string; zone: string }
  | { kind: 'template'; id: string; zone: string; mapping: FileMapping }
  | { kind: 'match'; zone: string; mapping: FileMapping }

/** Returns the header and the rows below it, for a delimiter and the row number of the header. */
export function headOf(text: string, { delimiter, headerRow }: FileMapping['file']): FileHead {
  const rows = headRows(text, delimiter)
  return { header: rows[headerRow - 1] ?? [], rows: rows.slice(headerRow) }
}

/** Returns a guessed mapping for a file without a known one. */
export function guessFor(file: ReadFile, asked: Partial<FileMapping['file']> = {}): FileMapping {
  const delimiter: FileDelimiter = asked.delimiter ?? (file.encoding === null ? ',' : delimiterOf(file.text))
  const headerRow = asked.headerRow ?? headerRowOf(headRows(file.text, delimiter))
  const shape = { encoding: file.encoding ?? 'utf-8', delimiter, headerRow }
  return guessMapping(headOf(file.text, shape), shape)
}

export const fromTemplate = ({ id, zone, mapping }: ImportTemplate): Chosen => ({ kind: 'template', id, zone, mapping })

/** Returns the proposal for a file: the shipped format, else the template, whose columns it has; else a guess. */
export function propose(
  file: ReadFile,
  formats: readonly FormatOffer[],
  templates: readonly ImportTemplate[],
  zone: string,
): Chosen {
  const format = formatOf(file.text, formats)
  if (format !== null) return { kind: 'format', id: format, zone: FORMAT_ZONES[format] ?? zone }
  const fitting = templates.findLast(one => fitsHeader(one.mapping, headOf(file.text, one.mapping.file).header))
  return fitting ? fromTemplate(fitting) : { kind: 'match', zone, mapping: guessFor(file) }
}
