import { splitCells } from '../reading/cells.ts'
import type { FileMapping } from './mapping.ts'

/** Most lines of one record: a quote that is still open then was never meant to be one. */
export const MAX_RECORD_LINES = 20
/** Longest record in characters, for the same reason. */
export const MAX_RECORD_LENGTH = 65_536

export interface RecordSink {
  record(cells: readonly string[], line: number, text: string): void
  unclosed(text: string, line: number): void
}

/** Joins lines to records: a quoted cell may contain line ends. */
export interface Records {
  line(text: string, line: number): void
  isInside(): boolean
  end(): void
}

/**
 * Makes a joiner of lines. When a quote is never closed, its first line is given up and the lines after it are read as if it
 * had not been.
 */
export function createRecords({ layout, encoding }: FileMapping, sink: RecordSink): Records {
  const isWide = encoding === 'gb18030'
  let waiting: string[] = []
  let first = 0

  function giveUp(): void {
    const [broken = '', ...rest] = waiting
    const line = first
    waiting = []
    sink.unclosed(broken, line)
    for (const [i, text] of rest.entries()) take(text, line + 1 + i)
  }

  function take(text: string, line: number): void {
    if (layout.kind === 'widths') {
      sink.record(cutAt(layout.columns, text, isWide), line, text)
      return
    }
    if (waiting.length === 0) first = line
    waiting.push(text)
    const whole = waiting.length === 1 ? text : waiting.join('\n')
    const cells = splitCells(whole, layout.delimiter, layout.quote)
    if (cells !== null) {
      waiting = []
      sink.record(cells, first, whole)
    } else if (waiting.length >= MAX_RECORD_LINES || whole.length > MAX_RECORD_LENGTH) giveUp()
  }

  return {
    line: take,
    isInside: () => waiting.length > 0,
    end() {
      while (waiting.length > 0) giveUp()
    },
  }
}

/**
 * Returns the cells of a line by their places, in the order of the description.
 * @param isWide whether a character beyond ASCII takes two places, as its bytes in GBK do
 */
export function cutAt(
  columns: Readonly<Record<string, { from: number; to: number }>>,
  text: string,
  isWide: boolean,
): string[] {
  const padded = isWide ? text.replace(/[\u0080-\u{10ffff}]/gu, '$&\0') : text
  return Object.values(columns).map(({ from, to }) => padded.slice(from, to).replaceAll('\0', '').trim())
}
