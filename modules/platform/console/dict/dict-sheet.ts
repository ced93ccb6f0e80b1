import { type Translate, type Sheet, saveFile, writeCsv } from '@wattyard/console-kit'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'

/** Columns of a dictionary's sheet, in order. */
export const COLUMNS = ['code', 'wordZh', 'wordEn', 'wordEs', 'colour', 'icon', 'enabled', 'remark'] as const
type Column = (typeof COLUMNS)[number]

/** Returns a dictionary as a sheet that can be edited and imported again. */
export function sheetOf(dictionary: DictionaryView, t: Translate): string[][] {
  return [
    COLUMNS.map(key => t(`platform.dictEntry.${key}`)),
    ...dictionary.entries.map(({ code, words, colour, icon, enabled, remark }) => [
      code,
      words.zh,
      words.en,
      words.es,
      colour ?? '',
      icon ?? '',
      t(enabled ? 'shared.yes' : 'shared.no'),
      remark ?? '',
    ]),
  ]
}

export function exportDictionary(dictionary: DictionaryView, t: Translate): void {
  const day = new Date().toISOString().slice(0, 10)
  saveFile(
    `${dictionary.name}-${day}.csv`,
    new Blob([writeCsv(sheetOf(dictionary, t))], { type: 'text/csv;charset=utf-8' }),
  )
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

/** Returns a text without the quote that our export, or a spreadsheet, has added because the text looks like a formula. */
const unquoted = (text: string): string => (/^'[=+\-@＝＋－＠\t\r\n]/.test(text) ? text.slice(1) : text).trim()

export type LoadRow = { readonly line: number; readonly code: string } & Readonly<Partial<Record<Column, string>>>

/**
 * Returns the rows of a sheet as the server expects them. Columns are recognised by their key or their word in any language;
 * others are ignored.
 * @param wordsOf returns the words of a column in every loaded language
 * @returns null when there is no column of codes
 */
export function rowsOf(sheet: Sheet, wordsOf: (column: Column) => readonly string[]): LoadRow[] | null {
  const [head = [], ...lines] = sheet
  const columns = head.map(title =>
    COLUMNS.find(column => [column, ...wordsOf(column)].some(word => plain(word) === plain(title))),
  )
  if (!columns.includes('code')) return null
  return lines.flatMap((cells, index) => {
    const row: Partial<Record<Column, string>> = {}
    for (const [at, column] of columns.entries()) if (column) row[column] = unquoted(cells[at] ?? '')
    return row.code ? [{ line: index + 2, ...row, code: row.code }] : []
  })
}
