import { fontOf, type Fonts, withOwnGlyphs } from './fonts.ts'
import { type PdfSheet, PAPERS, type Paper } from './pdf-sheet.ts'
import { printable } from './printable.ts'
import { pieces, wrapText } from './wrap-text.ts'

export type Weight = 'regular' | 'bold'

/** One document while it is drawn: the place on the page, the texts as the fonts can print and measure them. */
export interface Pen {
  doc: PDFKit.PDFDocument
  paper: Paper
  /** Points from the top of the page. */
  y: number
  lines(text: string, style: TextStyle, width: number): string[]
  /** Parts of a text that stay on one line, as the fonts print it. */
  piecesOf(text: string): string[]
  /** Width in points of what the fonts print as it is. */
  widthOf(line: string, style: TextStyle): number
  draw(line: string, style: TextStyle, box: { x: number; y: number; width: number; align?: 'start' | 'end' }): void
}

export interface TextStyle {
  weight: Weight
  size: number
  color?: string
}

/** Opens a document whose bytes depend on its content alone. */
export async function openPen(sheet: PdfSheet, fonts: Fonts): Promise<Pen> {
  const { default: PDFDocument } = await import('pdfkit')
  const paper = PAPERS[sheet.paper ?? 'a4']
  const made = new Date(sheet.madeAt)
  const doc = new PDFDocument({
    size: [paper.width, paper.height],
    margin: 0,
    bufferPages: true,
    lang: { zh: 'zh-CN', en: 'en', es: 'es' }[sheet.language],
    displayTitle: true,
    info: { Title: sheet.title, Creator: 'Wattyard', Producer: 'Wattyard', CreationDate: made, ModDate: made },
  })
  // An opened font does as well as a file, which its types leave out.
  for (const weight of ['regular', 'bold'] as const)
    doc.registerFont(weight, withOwnGlyphs(fonts[weight]) as unknown as PDFKit.Mixins.PDFFontSource)
  const printed = printer(doc)
  const measure = measurer(doc)
  return {
    doc,
    paper,
    y: paper.margin,
    lines: (text, style, width) =>
      wrapText(printed(text), width, piece => measure(piece, style.weight) * (style.size / 100)),
    piecesOf: text => pieces(printed(text)).map(piece => piece.trim()),
    widthOf: (line, style) => measure(line, style.weight) * (style.size / 100),
    draw(line, { weight, size, color = '#111' }, { x, y, width, align }) {
      if (!line) return
      doc.font(weight, size).fillColor(color)
      const from = align === 'end' ? x + width - doc.widthOfString(line) : x
      doc.text(line, from, y, { lineBreak: false })
    },
  }
}

function printer(doc: PDFKit.PDFDocument): (text: string) => string {
  doc.font('regular')
  const font = fontOf(doc)
  return text => printable(text, codePoint => font.hasGlyphForCodePoint(codePoint))
}

/** Widths at size 100, kept per piece: a table repeats most of its characters. */
function measurer(doc: PDFKit.PDFDocument): (piece: string, weight: Weight) => number {
  const known = { regular: new Map<string, number>(), bold: new Map<string, number>() }
  return (piece, weight) => {
    const found = known[weight].get(piece)
    if (found !== undefined) return found
    const width = doc.font(weight, 100).widthOfString(piece)
    if (known[weight].size < 20_000) known[weight].set(piece, width)
    return width
  }
}
