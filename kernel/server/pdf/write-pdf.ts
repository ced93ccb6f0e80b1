import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { drawLine, drawTableHead, layOut } from './draw-table.ts'
import {
  BODY,
  drawAt,
  drawBlock,
  innerWidth,
  lineHeight,
  PAD,
  QUIET,
  roomFor,
  STRONG,
  textHeight,
  TITLE,
} from './draw-text.ts'
import { openFonts } from './fonts.ts'
import type { PdfFacts, PdfLine, PdfPart, PdfSheet } from './pdf-sheet.ts'
import { openPen, type Pen } from './pen.ts'

/** Rows of one PDF. Its pages are held until the last one is known, so more would be held for too long. */
export const MAX_PDF_ROWS = 5_000

/** Rows between two turns of the event loop: other calls are served while a long table is drawn. */
const ROWS_PER_TURN = 5

/**
 * Writes a sheet as PDF with embedded, subsetted fonts and ends the stream. Equal sheets give equal bytes. Pages are
 * held until the number of pages is known; callers keep to `MAX_PDF_ROWS`.
 */
export async function writePdf(out: Writable, sheet: PdfSheet): Promise<void> {
  try {
    const pen = await openPen(sheet, await openFonts())
    const pumped = pump(pen, out)
    // Whoever waits for it hears of a failure; until then it must not end the process.
    pumped.catch(() => {})
    drawHead(pen, sheet)
    for (const part of sheet.parts) await drawPart(pen, part, out)
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

function drawHead(pen: Pen, { house, title, subtitle, facts = [] }: PdfSheet): void {
  const { margin: x } = pen.paper
  const width = innerWidth(pen)
  if (house) drawBlock(pen, house, QUIET, x, width)
  drawBlock(pen, title, TITLE, x, width)
  if (subtitle) drawBlock(pen, subtitle, QUIET, x, width)
  if (facts.length > 0) pen.y += 4
  drawFacts(pen, facts)
  pen.y += 8
}

async function drawPart(pen: Pen, part: PdfPart, out: Writable): Promise<void> {
  if (part.title) {
    // A heading takes its first lines with it.
    roomFor(pen, 4 * lineHeight(STRONG))
    drawBlock(pen, part.title, { ...STRONG, size: 10.5 }, pen.paper.margin, innerWidth(pen))
  }
  if ('facts' in part) drawFacts(pen, part.facts)
  else {
    const { sample, all } = await withSample(part.lines)
    const totals = part.totals ? ([{ kind: 'total', cells: part.totals }] as const) : []
    const table = layOut(pen, part.columns, [...sample, ...totals])
    drawTableHead(pen, table)
    let drawn = 0
    for await (const line of all) {
      if (out.destroyed) throw new Error('the reader went away')
      drawLine(pen, table, line)
      drawn += 1
      if (drawn % ROWS_PER_TURN === 0) await nextTurn()
    }
    for (const line of totals) drawLine(pen, table, line)
    if (part.totals && part.totalsNote) drawNote(pen, part.totalsNote)
  }
  pen.y += 8
}

function drawNote(pen: Pen, note: string): void {
  const width = innerWidth(pen) - 2 * PAD
  roomFor(pen, textHeight(pen, note, QUIET, width) + PAD)
  pen.y += PAD / 2
  drawBlock(pen, note, QUIET, pen.paper.margin + PAD, width)
}

/** Lines whose texts give the columns their widths; later ones wrap where they are longer. */
const SAMPLE_LINES = 400

/** Reads the first lines ahead: the columns are laid out before the first one is drawn. */
async function withSample(
  lines: AsyncIterable<PdfLine> | Iterable<PdfLine>,
): Promise<{ sample: readonly PdfLine[]; all: AsyncIterable<PdfLine> }> {
  const rest = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  const sample: PdfLine[] = []
  let next = await rest.next()
  while (next.done !== true && sample.length < SAMPLE_LINES) {
    sample.push(next.value)
    next = await rest.next()
  }
  async function* all(): AsyncGenerator<PdfLine> {
    yield* sample
    for (; next.done !== true; next = await rest.next()) yield next.value
  }
  return { sample, all: all() }
}

const LABEL_SHARE = 0.28

function drawFacts(pen: Pen, facts: PdfFacts): void {
  const { margin: x } = pen.paper
  const width = innerWidth(pen)
  const labelWidth = width * LABEL_SHARE
  for (const [label, value] of facts) {
    const [labelBox, valueBox] = [labelWidth - PAD, width - labelWidth]
    roomFor(pen, Math.max(textHeight(pen, label, QUIET, labelBox), textHeight(pen, value, BODY, valueBox)))
    const from = pen.y
    const below = Math.max(
      drawAt(pen, label, QUIET, { x, y: from, width: labelBox }),
      drawAt(pen, value, BODY, { x: x + labelWidth, y: from, width: valueBox }),
    )
    pen.y = below + 2
  }
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
