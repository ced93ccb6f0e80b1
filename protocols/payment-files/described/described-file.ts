import { CURRENCY_SCALE, type Currency, isCurrency } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import { type Cells, splitCells } from '../reading/cells.ts'
import { type Head, readHead, sameForm } from '../reading/head.ts'
import { createInstantReader } from '../reading/instants.ts'
import { createLineFile, type LineHandler } from '../reading/line-file.ts'
import { saysNoBill } from '../reading/no-bill.ts'
import type { FileReader, ReaderOptions } from '../reading/result.ts'
import { createRowReader, type Places } from './described-row.ts'
import { FIELDS, type FileMapping } from './mapping.ts'
import { readTrailer } from './described-trailer.ts'
import { createRecords } from './records.ts'

/** Raised whenever the same bytes under the same mapping would give other rows. */
export const DESCRIBED_VERSION = 2
/** Lines among which a head is looked for; banks print an address above it. */
export const MAX_HEAD_LINES = 60

/**
 * Reads a file by its description: an aggregator's, an acquirer's or a bank's.
 * @throws TimeError `time.unknown-zone`; UnitError `money.unknown-currency` is not thrown: an unknown currency of the mapping
 * is a finding in every row
 */
export function readDescribed(mapping: FileMapping, options: ReaderOptions): FileReader {
  const { encoding, zone = options.zone } = mapping
  const format = { format: 'described', version: DESCRIBED_VERSION, encoding, mayBeWide: true } as const
  return createLineFile(format, { ...options, zone }, book => readLines(book, mapping, { ...options, zone }))
}

/** Some banks end each row with a delimiter, and the head without one. */
const withoutBlanks = (cells: readonly string[], count: number): readonly string[] =>
  cells.slice(count).every(cell => cell.trim() === '') ? cells.slice(0, count) : cells

function styleOf(mapping: FileMapping, code: Currency): AmountStyle {
  return {
    scale: CURRENCY_SCALE[code],
    isMinor: mapping.unit === 'minor',
    decimalComma: mapping.decimalComma,
  }
}

function readLines(book: Book, mapping: FileMapping, options: ReaderOptions): LineHandler {
  const { layout, trailer } = mapping
  const wanted = [...new Set(Object.values(mapping.columns).map(sameForm))]
  /** As many of its names as make a line the head: another may be missing, which is then said. */
  const enough = Math.min(wanted.length, Math.max(2, Math.ceil(wanted.length / 2)))
  const readInstant = createInstantReader(options.zone, mapping.dateFormats)
  const styles = (code: Currency) => styleOf(mapping, code)
  const readRow = createRowReader(mapping, styles, readInstant)
  const fallback = isCurrency(mapping.currency) ? mapping.currency : 'CNY'
  let head: Head | null = null
  let places: Places | null = null
  let hasTrailer = false
  let isEmptyDay = false
  let toSkip = mapping.skipLines

  let looked = 0

  const isHead = (cells: readonly string[]): boolean => {
    const names = new Set(cells.map(sameForm))
    return wanted.filter(name => names.has(name)).length >= enough
  }

  /** Without a head in the file, an empty day is a line of totals alone. */
  const awaitsHead = () => head === null && mapping.hasHead && layout.kind === 'delimited'

  function setHead(cells: readonly string[], line: number): void {
    const found = readHead(cells, line, book)
    const at = Object.fromEntries(
      FIELDS.map(field => {
        const name = mapping.columns[field]
        const place = name === undefined ? -1 : found.find(name)
        if (name !== undefined && place < 0) book.finding(line, name, 'column-missing', '')
        return [field, place]
      }),
    )
    head = found
    places = at as Places // every field was just given its place
  }

  function record(cells: readonly string[], line: number, text: string): void {
    if (head === null) {
      if (layout.kind === 'widths') setHead(Object.keys(layout.columns), line)
      else if (mapping.hasHead) {
        looked += 1
        isEmptyDay ||= saysNoBill(text)
        if (isEmptyDay) book.finding(line, null, 'no-bill', text)
        else if (looked <= MAX_HEAD_LINES && isHead(cells)) setHead(cells, line)
        return
      } else
        setHead(
          [...cells.keys()].map(i => `${i + 1}`),
          line,
        )
    }
    if (head === null || places === null) return
    const known = head.names
    if (hasTrailer && cells.length !== known.length) return // a note below the totals
    const fitting = cells.length > known.length ? withoutBlanks(cells, known.length) : cells
    if (fitting.length !== known.length) {
      book.unread()
      book.finding(line, null, 'cell-count', `${cells.length} ≠ ${known.length}`)
    } else if (
      layout.kind === 'delimited' &&
      mapping.hasHead &&
      fitting.every((cell, i) => sameForm(cell) === known[i])
    ) {
      book.finding(line, null, 'head-twice', text)
    } else {
      if (hasTrailer) book.finding(line, null, 'row-after-trailer', text)
      const row: Cells = { book, line, names: known, cells: fitting }
      readRow(row, places, options.expected?.merchant !== undefined)
    }
  }

  const records = createRecords(mapping, {
    record,
    unclosed(text, line) {
      book.unread()
      book.finding(line, null, 'quote-unclosed', text)
    },
  })

  return {
    line(raw, line) {
      const text = raw.replace('\ufeff', '')
      if (toSkip > 0) {
        toSkip -= 1
        return
      }
      if (records.isInside()) return records.line(text, line)
      if (text.trim() === '') return
      if (mapping.commentStart !== undefined && text.startsWith(mapping.commentStart)) return
      if (trailer !== undefined && !awaitsHead() && text.startsWith(trailer.start)) {
        if (hasTrailer) book.finding(line, null, 'trailer-twice', text)
        hasTrailer = true
        const cells = layout.kind === 'delimited' ? splitCells(text, layout.delimiter, layout.quote) : text.split(/\s+/)
        readTrailer({ book, line, names: [], cells: cells ?? [] }, trailer, styles(fallback))
        return
      }
      // A quote above the head that is never closed would hide it.
      if (awaitsHead() && layout.kind === 'delimited')
        record(splitCells(text, layout.delimiter, layout.quote) ?? text.split(layout.delimiter), line, text)
      else records.line(text, line)
    },
    end() {
      records.end()
      if (isEmptyDay) return
      if (awaitsHead()) book.finding(0, null, 'head-missing', '')
      else if (mapping.needsTrailer && !hasTrailer) book.finding(0, null, 'trailer-missing', '')
    },
  }
}
