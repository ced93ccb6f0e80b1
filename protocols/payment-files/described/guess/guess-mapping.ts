import {
  createDecoder,
  type Encoding,
  type FileEncoding,
  PROBE_BYTES,
  reads,
  wideMarkOf,
} from '../../reading/encoding.ts'
import { splitCells } from '../../reading/cells.ts'
import { MAX_COLUMNS, sameForm } from '../../reading/head.ts'
import { readBytes } from '../../reading/read-file.ts'
import type { FileItem, TotalName } from '../../reading/result.ts'
import { readDescribed } from '../described-file.ts'
import type { FileMapping } from '../mapping.ts'
import { cutAt } from '../records.ts'
import { cellsOf, findTable, type Table } from './find-table.ts'
import { guessColumns, type GuessedColumns } from './guess-columns.ts'
import { guessTrailer, type RowSums } from './guess-trailer.ts'
import { EXPENSE_WORD, INCOME_WORD, KIND_WORDS, likelyFormatsOf, sortWords, STATE_WORDS } from './value-kinds.ts'

/** Bytes of a file that are looked at. */
export const GUESS_BYTES = 262_144
const MAX_LINES = 2_000
/** Cells of each column that are shown beside its name. */
const SAMPLES = 3
const MAX_SAMPLE_LENGTH = 60
/** Most words of a column that a description keeps. */
const MAX_WORDS = 40

export interface MappingGuess {
  readonly mapping: FileMapping
  /** 0 … 100. Below 60 a person should look at every part. */
  readonly certainty: number
  /** What could not be told and was assumed. */
  readonly doubts: readonly GuessDoubt[]
  readonly evidence: GuessedColumns['evidence']
  /** Whether the figures of the line of totals are those of the rows; null where there is none, or not all rows were looked at. */
  readonly agrees: boolean | null
}

export type GuessDoubt =
  | 'encoding'
  | 'time'
  | 'day-or-month-first'
  | 'amount'
  | 'decimal-sign'
  | 'unit'
  | 'order-no'
  | 'kind'
  | 'no-head'

/** A column of a file, with some of what it holds. */
export interface SampleColumn {
  readonly name: string
  readonly samples: readonly string[]
}

interface GuessOptions {
  readonly currency: string
  /** Whether a text is a number that we gave to a channel. */
  readonly isOurs?: (text: string) => boolean
}

/**
 * Proposes how to read a file, from its first bytes: encoding, delimiter or places, head, columns, formats, signs, unit and line of totals, each
 * with what speaks for it. Returns null when nothing in it looks like a table with dates and amounts.
 */
export function guessMapping(bytes: Uint8Array, { currency, isOurs = () => false }: GuessOptions): MappingGuess | null {
  const sample = bytes.subarray(0, GUESS_BYTES)
  const isWhole = bytes.length <= GUESS_BYTES
  const { encoding, isSure } = encodingOf(sample)
  const lines = linesOf(sample, encoding, isWhole)
  const table = findTable(lines)
  if (table === null) return null
  const doubts = new Set<GuessDoubt>(isSure ? [] : ['encoding'])
  const { columns, evidence } = guessColumns(table, isOurs)
  const { amount, income, expense, balance } = columns
  const amounts = cellsOf(table, [amount, income, expense, balance])
  if (amounts.length === 0) doubts.add('amount')
  if (columns.orderNo === undefined && columns.text === undefined) doubts.add('order-no')
  if (table.headLine < 0) doubts.add('no-head')
  const style = numbersOf(amounts, doubts)
  const draft: FileMapping = {
    encoding,
    layout: table.layout,
    skipLines: Math.max(table.headLine, 0),
    hasHead: table.headLine >= 0,
    needsTrailer: false,
    sign: signOf(table, columns),
    ...style,
    dateFormats: dateFormatsOf(table, columns, doubts),
    currency,
    ...wordsOf(table, columns, doubts),
    columns,
  }
  const { trailer, agrees } = withTrailer(lines, table, draft, isWhole ? bytes : null)
  const mapping = trailer === null ? draft : { ...draft, trailer, needsTrailer: true }
  return { mapping, certainty: Math.max(100 - doubts.size * 20, 0), doubts: [...doubts], evidence, agrees }
}

/**
 * Returns the columns of a file as a description sees them, with some of what they hold: by the names of its head, by their numbers, or by
 * places. Also where no row can be read yet.
 */
export function columnsOf(bytes: Uint8Array, mapping: FileMapping): SampleColumn[] {
  const lines = linesOf(bytes.subarray(0, GUESS_BYTES), mapping.encoding, bytes.length <= GUESS_BYTES)
    .slice(mapping.skipLines)
    .filter(line => line.trim() !== '')
  const { layout } = mapping
  const isGbk = mapping.encoding === 'gb18030'
  const rows = lines.map(line =>
    layout.kind === 'widths'
      ? cutAt(layout.columns, line, isGbk)
      : (splitCells(line, layout.delimiter, layout.quote) ?? []),
  )
  if (layout.kind === 'widths') return withSamples(Object.keys(layout.columns), rows)
  const wanted = Object.values(mapping.columns).map(sameForm)
  const isHead = (row: readonly string[]) =>
    row.filter(cell => wanted.includes(sameForm(cell))).length * 2 >= wanted.length
  const head = mapping.hasHead ? Math.max(wanted.length === 0 ? 0 : rows.findIndex(isHead), 0) : -1
  const names = rows[head]?.map(cell => cell.trim()) ?? rows[0]?.map((_, i) => `${i + 1}`) ?? []
  return withSamples(
    names,
    rows.slice(head + 1).filter(row => row.length >= names.length),
  )
}

/** Returns whether the head of a file has all columns of a description; false where it has no head. */
export function columnsIn(head: Uint8Array, mapping: FileMapping): boolean {
  const { layout } = mapping
  if (!mapping.hasHead || layout.kind !== 'delimited') return false
  const wanted = Object.values(mapping.columns).map(sameForm)
  const told = wideMarkOf(head) ?? mapping.encoding
  const encodings: readonly FileEncoding[] = told === 'utf-8' ? ['utf-8', 'gb18030'] : [told, 'utf-8']
  return encodings.some(encoding =>
    linesOf(head, encoding, true)
      .slice(mapping.skipLines)
      .some(line => {
        const names = new Set(line.split(layout.delimiter).map(cell => sameForm(unquoted(cell, layout.quote))))
        return wanted.every(name => names.has(name))
      }),
  )
}

const unquoted = (cell: string, quote: string): string => {
  const text = cell.trim()
  return quote !== '' && text.startsWith(quote) && text.endsWith(quote) && text.length > 1
    ? text.slice(quote.length, -quote.length)
    : text
}

const withSamples = (names: readonly string[], rows: readonly (readonly string[])[]): SampleColumn[] =>
  names
    .slice(0, MAX_COLUMNS)
    .map((name, i) => {
      const cells = new Set<string>()
      for (const row of rows) {
        const text = (row[i] ?? '').trim()
        if (text !== '') cells.add(text.slice(0, MAX_SAMPLE_LENGTH))
        if (cells.size === SAMPLES) break
      }
      return { name, samples: [...cells] }
    })
    .filter(({ name }) => name !== '')

/** Returns the first lines of a file, without the one that the end of the sample cut. */
function linesOf(sample: Uint8Array, encoding: FileEncoding, isWhole: boolean): string[] {
  const text = (
    encoding === 'utf-16le' || encoding === 'utf-16be'
      ? new TextDecoder(encoding).decode(sample)
      : createDecoder(encoding)(sample)
  ).replace('\ufeff', '')
  const lines = text.split(/\r?\n/)
  return (isWhole ? lines : lines.slice(0, -1)).slice(0, MAX_LINES)
}

function encodingOf(sample: Uint8Array): { encoding: FileEncoding; isSure: boolean } {
  const mark = wideMarkOf(sample)
  if (mark !== null) return { encoding: mark, isSure: true }
  const zeros = sample.subarray(0, 200)
  if (zeros.filter((byte, i) => byte === 0 && i % 2 === 1).length > 40) return { encoding: 'utf-16le', isSure: true }
  if (zeros.filter((byte, i) => byte === 0 && i % 2 === 0).length > 40) return { encoding: 'utf-16be', isSure: true }
  // A character cut off by the end of the sample is no mistake.
  if (reads(sample, 'utf-8')) return { encoding: 'utf-8', isSure: true }
  const probe = sample.subarray(0, PROBE_BYTES)
  const chinese: Encoding = 'gb18030'
  const isChinese = reads(sample, chinese) && /[\u4e00-\u9fff]{2}/.test(createDecoder(chinese)(probe))
  return isChinese ? { encoding: chinese, isSure: true } : { encoding: 'windows-1252', isSure: false }
}

function numbersOf(cells: readonly string[], doubts: Set<GuessDoubt>): Pick<FileMapping, 'decimalComma' | 'unit'> {
  const commas = cells.filter(cell => /,[0-9]{1,2}$/.test(cell)).length
  const points = cells.filter(cell => /\.[0-9]{1,2}$/.test(cell)).length
  if (commas > 0 && points > 0) doubts.add('decimal-sign')
  const isWhole = commas === 0 && points === 0
  // 1250 may be 1250 yuan or 12.50: only a person knows.
  if (isWhole) doubts.add('unit')
  return { decimalComma: commas > points, unit: isWhole ? 'minor' : 'major' }
}

function dateFormatsOf(
  table: Table,
  columns: FileMapping['columns'],
  doubts: Set<GuessDoubt>,
): FileMapping['dateFormats'] {
  const fits = likelyFormatsOf(timesOf(table, columns))
  const [first] = fits
  if (first === undefined) {
    doubts.add('time')
    return ['YYYY-MM-DD']
  }
  const isSwapped = (format: string) => format.startsWith('MM/DD')
  if (fits.some(isSwapped) && fits.some(format => !isSwapped(format))) doubts.add('day-or-month-first')
  return [first]
}

function timesOf({ names, rows }: Table, { time, date, timeOfDay }: FileMapping['columns']): string[] {
  const place = (name: string | undefined) => names.indexOf(name ?? '\0')
  const cell = (row: readonly string[], at: number) => (at < 0 ? '' : (row[at] ?? '').trim())
  const [own, day, clock] = [place(time), place(date), place(timeOfDay)]
  return rows
    .map(row => (own >= 0 ? cell(row, own) : `${cell(row, day)} ${cell(row, clock)}`.trim()))
    .filter(text => text !== '')
}

const distinct = (table: Table, column: string | undefined): string[] =>
  [...new Set(cellsOf(table, [column]))].slice(0, MAX_WORDS)

function signOf(table: Table, columns: FileMapping['columns']): FileMapping['sign'] {
  if (columns.income !== undefined && columns.expense !== undefined) return { kind: 'two-columns' }
  if (cellsOf(table, [columns.amount]).some(cell => cell.startsWith('-'))) return { kind: 'signed' }
  for (const field of ['direction', 'kind'] as const) {
    const words = distinct(table, columns[field])
    const income = words.filter(word => INCOME_WORD.test(word))
    const expense = words.filter(word => EXPENSE_WORD.test(word))
    if (words.length === 0 || income.length + expense.length < words.length) continue
    columns.direction = columns[field] ?? ''
    return { kind: 'word', ...withPartners(income, expense) }
  }
  return { kind: 'signed' }
}

type Kinds = NonNullable<FileMapping['kinds']>

function withRefunds(kinds: Kinds): Kinds {
  const { income: payment, expense: refund } = withPartners(kinds.payment ?? [], kinds.refund ?? [])
  return { ...kinds, ...(payment.length > 0 && { payment }), ...(refund.length > 0 && { refund }) }
}

/** A sample without a refund does not show how one is called; the next file may have one. */
function withPartners(income: readonly string[], expense: readonly string[]): { income: string[]; expense: string[] } {
  const more = (words: readonly string[], at: 0 | 1): string[] =>
    PARTNERS.filter(pair => words.some(word => word.toLowerCase() === pair[at].toLowerCase())).map(
      pair => pair[1 - at] ?? '',
    )
  return {
    income: [...new Set([...income, ...more(expense, 1)])],
    expense: [...new Set([...expense, ...more(income, 0)])],
  }
}

const PARTNERS: readonly (readonly [string, string])[] = [
  ['消费', '退货'],
  ['消费', '退款'],
  ['支付', '退款'],
  ['收入', '支出'],
  ['收', '支'],
  ['贷', '借'],
  ['贷方', '借方'],
  ['C', 'D'],
  ['CR', 'DR'],
  ['credit', 'debit'],
  ['sale', 'refund'],
]

function wordsOf(
  table: Table,
  { kind, state }: FileMapping['columns'],
  doubts: Set<GuessDoubt>,
): Pick<FileMapping, 'kinds' | 'states'> {
  const kinds = kind === undefined ? null : sortWords(distinct(table, kind), KIND_WORDS)
  const states = state === undefined ? null : sortWords(distinct(table, state), STATE_WORDS)
  if ((kinds?.rest.length ?? 0) + (states?.rest.length ?? 0) > 0) doubts.add('kind')
  return {
    ...(kinds === null ? {} : { kinds: withRefunds(kinds.sorted) }),
    ...(states === null ? {} : { states: states.sorted }),
  }
}

/** @param whole all bytes of the file; null where there are more */
function withTrailer(
  lines: readonly string[],
  table: Table,
  draft: FileMapping,
  whole: Uint8Array | null,
): { trailer: FileMapping['trailer'] | null; agrees: boolean | null } {
  const start = guessTrailer(lines, table, draft, null)?.start
  if (start === undefined || whole === null) return { trailer: null, agrees: null }
  const read = readBytes(readDescribed({ ...draft, trailer: { start } }, { zone: 'UTC' }), whole)
  const trailer = guessTrailer(lines, table, draft, sumsOf(read.facts.totals))
  const agrees = trailer !== null && Object.keys(trailer).length > 1
  return { trailer, agrees: isEmpty(read.items) ? null : agrees }
}

const isEmpty = (items: readonly FileItem[]): boolean => items.every(item => item.type !== 'row')

function sumsOf(totals: readonly { name: TotalName; counted: bigint }[]): RowSums {
  const of = (name: TotalName) => totals.find(one => one.name === name)?.counted ?? 0n
  return { count: of('count'), amount: of('amount'), fee: of('fees'), income: of('income'), expense: of('expense') }
}
