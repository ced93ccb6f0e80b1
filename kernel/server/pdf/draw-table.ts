import { BODY, drawBlock, drawRule, innerWidth, lineHeight, linesOf, PAD, roomFor, STRONG } from './draw-text.ts'
import type { PdfColumn, PdfLine } from './pdf-sheet.ts'
import type { Pen, TextStyle } from './pen.ts'

const RULE = '#c8c8c8'
const STRONG_RULE = '#444'

/** Columns with their places, in points. */
export interface Table {
  columns: readonly (PdfColumn & { x: number; width: number })[]
}

/** Shares the width of the page among columns by their weights. */
export function layOut(pen: Pen, columns: readonly PdfColumn[]): Table {
  const sum = columns.reduce((total, { weight = 1 }) => total + weight, 0)
  let x = pen.paper.margin
  return {
    columns: columns.map(column => {
      const width = (innerWidth(pen) * (column.weight ?? 1)) / sum
      const placed = { ...column, x, width }
      x += width
      return placed
    }),
  }
}

/** Draws the titles of the columns over a line. */
export function drawTableHead(pen: Pen, table: Table): void {
  if (table.columns.length === 0) return
  const titles = table.columns.map(column => column.title)
  drawCells(pen, table, cellLines(pen, table, titles, STRONG), STRONG)
  drawRule(pen, STRONG_RULE)
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
  const style = line.kind === 'total' ? STRONG : BODY
  const texts = cellLines(pen, table, line.cells, style)
  makeRoom(pen, table, mostLines(texts) * lineHeight(style) + 2 * PAD)
  if (line.kind === 'total') drawRule(pen, STRONG_RULE)
  drawCells(pen, table, texts, style)
  drawRule(pen, RULE)
}

function makeRoom(pen: Pen, table: Table, height: number): void {
  if (roomFor(pen, height)) drawTableHead(pen, table)
}

function cellLines(pen: Pen, table: Table, cells: readonly string[], style: TextStyle): string[][] {
  return table.columns.map((column, i) => linesOf(pen, cells[i] ?? '', style, column.width - 2 * PAD))
}

const mostLines = (texts: readonly string[][]) => Math.max(1, ...texts.map(lines => lines.length))

function drawCells(pen: Pen, table: Table, texts: string[][], style: TextStyle): void {
  const top = pen.y + PAD / 2
  for (const [i, column] of table.columns.entries())
    for (const [row, line] of (texts[i] ?? []).entries())
      pen.draw(line, style, {
        x: column.x + PAD,
        y: top + row * lineHeight(style),
        width: column.width - 2 * PAD,
        ...(column.align ? { align: column.align } : {}),
      })
  pen.y = top + mostLines(texts) * lineHeight(style) + PAD / 2
}
