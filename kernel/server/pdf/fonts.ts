import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** What fontkit's font answers; pdfkit's types do not name it. */
export interface GlyphFont {
  hasGlyphForCodePoint(codePoint: number): boolean
}

export interface Fonts {
  regular: GlyphFont
  bold: GlyphFont
}

const PACKAGE = '@expo-google-fonts/noto-sans-sc'

/** Opens a font of the package. Its tables are decoded as they are needed. */
async function open(file: string): Promise<GlyphFont> {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(`${PACKAGE}/${file}`)))
  // Read with the first document: it is a tenth of what every start and every command would load.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ autoFirstPage: false, font: bytes as unknown as string }) // bytes too, which its types leave out
  return fontOf(doc)
}

/** Returns the font that a document draws with now. pdfkit keeps it in a field that its types leave out. */
export const fontOf = (doc: PDFKit.PDFDocument): GlyphFont =>
  (doc as unknown as { _font: { font: GlyphFont } })._font.font

let opened: Promise<Fonts> | undefined

/** Noto Sans SC (OFL 1.1) in two weights, 10.5 MB each, opened at the first PDF and kept. */
export function openFonts(): Promise<Fonts> {
  opened ??= Promise.all([open('400Regular/NotoSansSC_400Regular.ttf'), open('700Bold/NotoSansSC_700Bold.ttf')]).then(
    ([regular, bold]) => ({ regular, bold }),
    (error: unknown) => {
      // The next PDF tries again instead of keeping one failure for good.
      opened = undefined
      throw error
    },
  )
  return opened
}

/**
 * Returns a font with the decoded tables of another and glyphs of its own. A glyph keeps the character by which it was first
 * drawn, and several characters share one: with kept glyphs the text in a document would hang on documents before it.
 */
export const withOwnGlyphs = (font: GlyphFont): GlyphFont =>
  Object.create(font, { _glyphs: { value: {} } }) as GlyphFont // which is what it is created from
