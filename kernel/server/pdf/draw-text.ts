import type { Pen, TextStyle } from './pen.ts'

export const TITLE: TextStyle = { weight: 'bold', size: 15 }
export const QUIET: TextStyle = { weight: 'regular', size: 8, color: '#555' }
export const BODY: TextStyle = { weight: 'regular', size: 8.5 }
export const STRONG: TextStyle = { weight: 'bold', size: 8.5 }
export const PAD = 4
const LEADING = 1.45
const FOOT = 22
/** Lines that one text may take: a longer one ends with a mark, so that it never passes its page. */
const MAX_LINES = 24

/** Returns the height of one line in points. */
export const lineHeight = (style: TextStyle): number => style.size * LEADING
/** Returns the width between the margins in points. */
export const innerWidth = (pen: Pen): number => pen.paper.width - 2 * pen.paper.margin

/** Begins a page where fewer than `height` points are left; tells whether it did. */
export function roomFor(pen: Pen, height: number): boolean {
  if (pen.y + height <= pen.paper.height - pen.paper.margin - FOOT) return false
  pen.doc.addPage()
  pen.y = pen.paper.margin
  return true
}

/** Breaks a text into lines of at most `width` points, and cuts what is too long for a page. */
export function linesOf(pen: Pen, text: string, style: TextStyle, width: number): string[] {
  const lines = pen.lines(text, style, width)
  const most = Math.min(MAX_LINES, Math.floor((pen.paper.height - 2 * pen.paper.margin - FOOT) / lineHeight(style)) - 4)
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), '…']
}

/** Returns how many points a text takes in a box of some width. */
export function textHeight(pen: Pen, text: string, style: TextStyle, width: number): number {
  return linesOf(pen, text, style, width).length * lineHeight(style)
}

/** Draws a text in its box and returns where it ends, in points from the top. */
export function drawAt(pen: Pen, text: string, style: TextStyle, box: { x: number; y: number; width: number }): number {
  const lines = linesOf(pen, text, style, box.width)
  for (const [i, line] of lines.entries()) pen.draw(line, style, { ...box, y: box.y + i * lineHeight(style) })
  return box.y + lines.length * lineHeight(style)
}

/** Draws a text below what is there. */
export function drawBlock(pen: Pen, text: string, style: TextStyle, x: number, width: number): void {
  pen.y = drawAt(pen, text, style, { x, y: pen.y, width }) + 2
}

/** Draws a line across the page. */
export function drawRule(pen: Pen, color: string): void {
  const { margin, width } = pen.paper
  pen.doc
    .moveTo(margin, pen.y)
    .lineTo(width - margin, pen.y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke()
}
