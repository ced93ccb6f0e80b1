import { type ColumnNeed, shareWidth } from './column-widths.ts'
import { BODY, drawBlock, drawRule, innerWidth, lineHeight, linesOf, PAD, roomFor, STRONG } from './draw-text.ts'
import type { PdfCells, PdfColumn, PdfLine } from './pdf-sheet.ts'
import type { Pen, TextStyle } from './pen.ts'

const RULE = '#c8c8c8'
const STRONG_RULE = '#444'

/** Columns with their places, in points. */
export interface Table {
  columns: readonly (PdfColumn & { x: number; width: number })[]
}

/**
 * Shares the width of the page among columns: by their weights, or by what they hold where none has a weight.
 *
 * @param sample some lines of the table, which are measured
 */
export function layOut(pen: Pen, columns: readonly PdfColumn[], sample: readonly PdfLine[]): Table {
  const widths = columns.some(({ weight }) => weight !== undefined)
    ? byWeight(columns, innerWidth(pen))
    : shareWidth(
        columns.map((column, i) => needOf(pen, column, textsOf(sample, i), i === 0 ? deepest(sample) : 0)),
        innerWidth(pen),
      )
  let x = pen.paper.margin
  return {
    columns: columns.map((column, i) => {
      const placed = { ...column, x, width: widths[i] ?? 0 }
      x += placed.width
      return placed
    }),
  }
}

function byWeight(columns: readonly PdfColumn[], room: number): number[] {
  const sum = columns.reduce((total, { weight = 1 }) => total + weight, 0)
  return columns.map(({ weight = 1 }) => (room * weight) / sum)
}

const styleOf = (kind: PdfCells['kind']): TextStyle => (kind === 'row' ? BODY : STRONG)

/** Points by which a group's content begins further in than its name. */
const INDENT = 8

const indentOf = (line: PdfLine): number => (line.kind === 'group' ? 0 : INDENT * (line.depth ?? 0))

const deepest = (lines: readonly PdfLine[]): number => lines.reduce((most, line) => Math.max(most, indentOf(line)), 0)

/** Returns how many columns a text has room in: the name of sums also takes the empty ones behind it. */
function spanOf({ kind, cells }: PdfCells, column: number): number {
  if (kind === 'row' || column > 0) return 1
  const next = cells.findIndex((text, i) => i > 0 && text !== '')
  return next < 0 ? cells.length : next
}

/** Texts of a column without repetitions, as a list repeats its states and places, each in the widest style that it has. */
function textsOf(lines: readonly PdfLine[], column: number): ReadonlyMap<string, TextStyle> {
  const texts = new Map<string, TextStyle>()
  for (const line of lines) {
    if (line.kind === 'group' || spanOf(line, column) > 1) continue
    const text = line.cells[column] ?? ''
    if (texts.get(text) !== STRONG) texts.set(text, styleOf(line.kind))
  }
  return texts
}

/** Names in Chinese may break at each character; narrower than this, they would stand in a pile. */
const LEAST_PART = 48
/** Longer texts wrap, rather than take the width of the others. */
const MOST_WHOLE = 220

/** @param indent points before the texts */
function needOf(pen: Pen, { title }: PdfColumn, texts: ReadonlyMap<string, TextStyle>, indent: number): ColumnNeed {
  const need: ColumnNeed = { whole: 0, part: 0 }
  const measured = (text: string, style: TextStyle): void => {
    for (const line of pen.lines(text, style, Number.MAX_SAFE_INTEGER))
      need.whole = Math.max(need.whole, pen.widthOf(line, style))
    for (const piece of pen.piecesOf(text)) need.part = Math.max(need.part, pen.widthOf(piece, style))
  }
  for (const [text, style] of texts) measured(text, style)
  const ofTexts = Math.min(need.whole, MOST_WHOLE) + indent
  need.whole = 0
  measured(title, STRONG)
  const ofTitle = need.whole
  return {
    // A long title wraps over short texts.
    whole: Math.max(ofTexts, Math.min(ofTitle, 2 * LEAST_PART)) + 2 * PAD + SLACK,
    part: Math.max(Math.min(ofTexts, LEAST_PART), need.part + indent) + 2 * PAD + SLACK,
  }
}

/** Sums of widths differ from the width of the whole in the last digits. */
const SLACK = 0.5

/** Draws the titles of the columns over a line. */
export function drawTableHead(pen: Pen, table: Table): void {
  if (table.columns.length === 0) return
  const style = headStyle(pen, table)
  const cells = table.columns.map(({ title, align, x, width }): Cell => {
    const box = { x: x + PAD, width: width - 2 * PAD, ...(align ? { align } : {}) }
    return { ...box, lines: linesOf(pen, title, style, box.width) }
  })
  drawCells(pen, cells, style)
  drawRule(pen, STRONG_RULE)
}

/** Smallest size of titles, as a share of the usual one: below it nobody reads them. */
const LEAST_HEAD = 0.6

/** Returns the style of the titles: all in one size, in which the longest word of each has room in its column. */
function headStyle(pen: Pen, { columns }: Table): TextStyle {
  const shares = columns.map(({ title, width }) => {
    const longest = Math.max(...pen.piecesOf(title).map(piece => pen.widthOf(piece, STRONG)))
    return (width - 2 * PAD) / Math.max(longest, 1)
  })
  return { ...STRONG, size: STRONG.size * Math.max(LEAST_HEAD, Math.min(1, ...shares)) }
}

/** Draws a row, a heading or sums; where the page is full, on the next one under the table's head. */
export function drawLine(pen: Pen, table: Table, line: PdfLine): void {
  if (line.kind === 'group') {
    // A heading takes at least one row with it.
    makeRoom(pen, table, 3 * lineHeight(STRONG) + 2 * PAD)
    pen.y += PAD
    drawBlock(pen, line.title, STRONG, pen.paper.margin, innerWidth(pen))
    drawRule(pen, RULE)
    return
  }
  const style = styleOf(line.kind)
  const cells = cellsOf(pen, table, line, style)
  const height = mostLines(cells) * lineHeight(style) + 2 * PAD
  // The name of a group takes at least one row with it.
  makeRoom(pen, table, line.kind === 'sums' ? height + lineHeight(BODY) + 2 * PAD : height)
  if (line.kind === 'total') drawRule(pen, STRONG_RULE)
  drawCells(pen, cells, style)
  drawRule(pen, RULE)
}

function makeRoom(pen: Pen, table: Table, height: number): void {
  if (roomFor(pen, height)) drawTableHead(pen, table)
}

/** Lines of a text and where they stand. */
interface Cell {
  lines: readonly string[]
  x: number
  width: number
  align?: 'start' | 'end'
}

function cellsOf(pen: Pen, { columns }: Table, line: PdfCells, style: TextStyle): Cell[] {
  return columns.map(({ align, x, width }, i): Cell => {
    const text = line.cells[i] ?? ''
    const span = spanOf(line, i)
    const indent = i === 0 ? indentOf(line) : 0
    const whole = columns.slice(i + 1, i + span).reduce((sum, other) => sum + other.width, width)
    const box = { x: x + PAD + indent, width: whole - indent - 2 * PAD }
    // A figure in two pieces reads as two figures: it is drawn smaller where its column has no room (`fitted`).
    const isFigure = align === 'end' && pen.piecesOf(text).length === 1
    return {
      ...box,
      ...(align && span === 1 ? { align } : {}),
      lines: linesOf(pen, text, style, isFigure ? Number.MAX_SAFE_INTEGER : wholeWidth(pen, text, style, box.width)),
    }
  })
}

/** A day, a time, a span: figures between marks. Half of one is another one. */
const DAY_OR_TIME = /^\D{0,2}\d{1,4}(?:[-/:.]\d{1,2}){1,2}\D{0,2}$/
/** Smallest size of a word, as a share of the usual one; a longer word breaks, and so do long codes. */
const LEAST_WORD = 0.75

/** Returns the width in which a text wraps without breaking days, times and words: they are drawn smaller instead (`fitted`). */
function wholeWidth(pen: Pen, text: string, style: TextStyle, width: number): number {
  const kept = pen.piecesOf(text).map(piece => {
    const needed = pen.widthOf(piece, style)
    return DAY_OR_TIME.test(piece) || needed * LEAST_WORD <= width ? needed + SLACK : 0
  })
  return Math.max(width, ...kept)
}

/** Returns the style in which a line has room in a width. */
function fitted(pen: Pen, line: string, style: TextStyle, width: number): TextStyle {
  const needed = pen.widthOf(line, style)
  return needed > width ? { ...style, size: (style.size * width) / needed } : style
}

const mostLines = (cells: readonly Cell[]) => Math.max(1, ...cells.map(({ lines }) => lines.length))

function drawCells(pen: Pen, cells: readonly Cell[], style: TextStyle): void {
  const top = pen.y + PAD / 2
  for (const { lines, ...box } of cells)
    for (const [row, line] of lines.entries())
      pen.draw(line, fitted(pen, line, style, box.width), { ...box, y: top + row * lineHeight(style) })
  pen.y = top + mostLines(cells) * lineHeight(style) + PAD / 2
}
