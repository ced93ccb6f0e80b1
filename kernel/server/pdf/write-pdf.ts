import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fontFiles } from './fonts.ts'
import type { PdfColumn, PdfLine, PdfSheet } from './pdf-sheet.ts'
import { openPen, type Pen, type TextStyle } from './pen.ts'

/** Rows of one PDF. Its pages are held until the last one is known, so more would be held for too long. */
export const MAX_PDF_ROWS = 5_000

const TITLE: TextStyle = { weight: 'bold', size: 15 }
const QUIET: TextStyle = { weight: 'regular', size: 8, color: '#555' }
const BODY: TextStyle = { weight: 'regular', size: 8.5 }
const STRONG: TextStyle = { weight: 'bold', size: 8.5 }
const LEADING = 1.45
const PAD = 4
const FOOT = 22
const RULE = '#c8c8c8'
/** Lines that one cell may take: a longer text ends with a mark, so that a row never passes its page. */
const MAX_CELL_LINES = 24
/** Rows between two turns of the event loop: other calls are served while a long table is drawn. */
const ROWS_PER_TURN = 5

interface Table {
  columns: readonly (PdfColumn & { x: number; width: number })[]
}

const lineHeight = (style: TextStyle) => style.size * LEADING
const bottom = (pen: Pen) => pen.paper.height - pen.paper.margin - FOOT
const innerWidth = (pen: Pen) => pen.paper.width - 2 * pen.paper.margin

/**
 * Writes a sheet as PDF with embedded, subsetted fonts and ends the stream. Equal sheets give equal bytes. Pages are
 * held until the number of pages is known; callers keep to `MAX_PDF_ROWS`.
 */
export async function writePdf(out: Writable, sheet: PdfSheet): Promise<void> {
  try {
    const pen = openPen(sheet, await fontFiles())
    const pumped = pump(pen, out)
    // Whoever waits for it hears of a failure; until then it must not end the process.
    pumped.catch(() => {})
    drawHead(pen, sheet)
    const table = layOut(pen, sheet.columns)
    drawTableHead(pen, table)
    let drawn = 0
    for await (const line of sheet.lines) {
      if (out.destroyed) throw new Error('the reader went away')
      drawLine(pen, table, line)
      drawn += 1
      if (drawn % ROWS_PER_TURN === 0) await nextTurn()
    }
    drawFeet(pen, sheet)
    pen.doc.end()
    await pumped
    out.end()
  } catch (error) {
    // Headers have left, so a cut connection is the only signal of a failure.
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

async function pump(pen: Pen, out: Writable): Promise<void> {
  for await (const chunk of pen.doc as AsyncIterable<Uint8Array>) {
    if (out.destroyed) throw new Error('the reader went away')
    if (!out.write(chunk)) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
}

function drawHead(pen: Pen, { title, subtitle, facts = [] }: PdfSheet): void {
  const { margin: x } = pen.paper
  const width = innerWidth(pen)
  drawBlock(pen, title, TITLE, x, width)
  if (subtitle) drawBlock(pen, subtitle, QUIET, x, width)
  const labelWidth = width * 0.28
  for (const [label, value] of facts) {
    const from = pen.y
    const below = Math.max(
      drawAt(pen, label, QUIET, { x, y: from, width: labelWidth - PAD }),
      drawAt(pen, value, BODY, { x: x + labelWidth, y: from, width: width - labelWidth }),
    )
    pen.y = below + 2
  }
  pen.y += 8
}

function drawBlock(pen: Pen, text: string, style: TextStyle, x: number, width: number): void {
  pen.y = drawAt(pen, text, style, { x, y: pen.y, width }) + 2
}

/** Draws a text in its box and returns where it ends, in points from the top. */
function drawAt(pen: Pen, text: string, style: TextStyle, box: { x: number; y: number; width: number }): number {
  const lines = cut(pen.lines(text, style, box.width))
  for (const [i, line] of lines.entries()) pen.draw(line, style, { ...box, y: box.y + i * lineHeight(style) })
  return box.y + lines.length * lineHeight(style)
}

function cut(lines: string[]): string[] {
  return lines.length <= MAX_CELL_LINES ? lines : [...lines.slice(0, MAX_CELL_LINES - 1), '…']
}

function layOut(pen: Pen, columns: readonly PdfColumn[]): Table {
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

function drawTableHead(pen: Pen, table: Table): void {
  if (table.columns.length === 0) return
  const titles = table.columns.map(column => column.title)
  drawCells(pen, table, cellLines(pen, table, titles, STRONG), STRONG)
  rule(pen, '#444')
}

function drawLine(pen: Pen, table: Table, line: PdfLine): void {
  if (line.kind === 'group') {
    // A heading takes at least one row with it.
    makeRoom(pen, table, 3 * lineHeight(STRONG) + 2 * PAD)
    pen.y += PAD
    drawBlock(pen, line.title, STRONG, pen.paper.margin, innerWidth(pen))
    rule(pen, RULE)
    return
  }
  const style = line.kind === 'total' ? STRONG : BODY
  const texts = cellLines(pen, table, line.cells, style)
  makeRoom(pen, table, mostLines(texts) * lineHeight(style) + 2 * PAD)
  if (line.kind === 'total') rule(pen, '#444')
  drawCells(pen, table, texts, style)
  rule(pen, RULE)
}

/** Begins a page with the table's head where fewer than `height` points are left. */
function makeRoom(pen: Pen, table: Table, height: number): void {
  if (pen.y + height <= bottom(pen)) return
  pen.doc.addPage()
  pen.y = pen.paper.margin
  drawTableHead(pen, table)
}

function cellLines(pen: Pen, table: Table, cells: readonly string[], style: TextStyle): string[][] {
  return table.columns.map((column, i) => cut(pen.lines(cells[i] ?? '', style, column.width - 2 * PAD)))
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

function rule(pen: Pen, color: string): void {
  const { margin, width } = pen.paper
  pen.doc
    .moveTo(margin, pen.y)
    .lineTo(width - margin, pen.y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke()
}

function drawFeet(pen: Pen, sheet: PdfSheet): void {
  const { start, count } = pen.doc.bufferedPageRange()
  const { margin: x, height, margin } = pen.paper
  const y = height - margin - lineHeight(QUIET)
  for (let page = 0; page < count; page++) {
    pen.doc.switchToPage(start + page)
    const [footer = ''] = pen.lines(sheet.footer ?? '', QUIET, innerWidth(pen) * 0.75)
    pen.draw(footer, QUIET, { x, y, width: innerWidth(pen) * 0.75 })
    const [number = ''] = pen.lines(sheet.pageOf(page + 1, count), QUIET, innerWidth(pen))
    pen.draw(number, QUIET, { x, y, width: innerWidth(pen), align: 'end' })
  }
}
