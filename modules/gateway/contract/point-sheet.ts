import { MAX_CELL, MAX_POINTS, POINT_COLUMNS, type PointColumn, type PointRow } from './point-map/point.ts'

/** Heading of each column as the reader sees it. */
export type Headings = Readonly<Record<PointColumn, string>>

export interface ReadSheet {
  rows: PointRow[]
  /** Headings of the sheet that match no column. */
  unknown: string[]
  /** Number of lines beyond the limit. */
  cutOff: number
}

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_*]/g, '')

/**
 * Returns rows of a map from the cells of a spreadsheet or the clipboard. The first line counts as headings when at least two of
 * its cells are column names, in the reader's language or the product's. Without headings the cells are assigned in column order
 * from `first` on.
 */
export function rowsOfSheet(
  cells: readonly (readonly string[])[],
  headings: Headings,
  first: PointColumn = 'key',
): ReadSheet {
  const names = new Map<string, PointColumn>()
  for (const column of POINT_COLUMNS) {
    names.set(plain(column), column)
    names.set(plain(headings[column]), column)
  }
  const lines = cells.filter(line => line.some(cell => cell.trim() !== ''))
  const found = (lines[0] ?? []).map(cell => names.get(plain(cell)) ?? null)
  const hasHead = found.filter(Boolean).length >= 2
  const columns = hasHead ? found : POINT_COLUMNS.slice(POINT_COLUMNS.indexOf(first))
  const body = hasHead ? lines.slice(1) : lines
  return {
    rows: body.slice(0, MAX_POINTS).map(line => rowOf(line, columns)),
    unknown: hasHead ? (lines[0] ?? []).filter((cell, i) => found[i] === null && cell.trim() !== '') : [],
    cutOff: Math.max(0, body.length - MAX_POINTS),
  }
}

function rowOf(line: readonly string[], columns: readonly (PointColumn | null)[]): PointRow {
  const row: Partial<Record<PointColumn, string>> = {}
  columns.forEach((column, i) => {
    const text = (line[i] ?? '').trim().slice(0, MAX_CELL)
    if (column && text !== '') row[column] = text
  })
  return row
}

/** Parses text pasted from a spreadsheet: lines and tabs, with quotes around cells that contain either. */
export function cellsOfPaste(text: string): string[][] {
  const lines: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < text.length; i++) {
    const letter = text[i] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[i + 1] === '"') cell += text[i++]
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === '\t' || letter === '\n') {
      lines.at(-1)?.push(cell.replace(/\r$/, ''))
      cell = ''
      if (letter === '\n') lines.push([])
    } else cell += letter
  }
  lines.at(-1)?.push(cell.replace(/\r$/, ''))
  // Spreadsheets end copied text with a line end.
  if (lines.at(-1)?.length === 1 && lines.at(-1)?.[0] === '') lines.pop()
  return lines
}

/** Returns the lines of a spreadsheet: headings, then one line per row. */
export function sheetOfRows(rows: readonly PointRow[], headings: Headings): string[][] {
  return [
    POINT_COLUMNS.map(column => headings[column]),
    ...rows.map(row => POINT_COLUMNS.map(column => row[column] ?? '')),
  ]
}
