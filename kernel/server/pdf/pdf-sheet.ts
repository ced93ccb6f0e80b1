import type { Language } from '../words.ts'

/** Points (1/72 inch). */
export interface Paper {
  width: number
  height: number
  margin: number
}

const MM = 72 / 25.4

/** Papers of sheets; A4 stands and lies, the label is 100 × 150 mm, the receipt 80 mm wide. */
export const PAPERS = {
  a4: { width: 595.28, height: 841.89, margin: 40 },
  a4Landscape: { width: 841.89, height: 595.28, margin: 36 },
  label: { width: 100 * MM, height: 150 * MM, margin: 4 * MM },
  receipt: { width: 80 * MM, height: 200 * MM, margin: 4 * MM },
} as const satisfies Record<string, Paper>

export interface PdfColumn {
  title: string
  /** `end` for figures. */
  align?: 'start' | 'end'
  /** Share of the width beside the other columns; 1 when absent. Where no column has one, each is as wide as what it holds. */
  weight?: number
}

/** A line with a text for each column. The first text of `sums` and `total` has room up to the next one. */
export interface PdfCells {
  /** A row, the name of a group with its sums over the rows that follow, or sums in bold under a line. */
  readonly kind: 'row' | 'sums' | 'total'
  readonly cells: readonly string[]
  /** How deep in groups the line stands: its first text begins that much further in. */
  readonly depth?: number
}

/** A line of cells, or a heading over the rows that follow it. */
export type PdfLine = PdfCells | { readonly kind: 'group'; readonly title: string }

/** Labels with their values. */
export type PdfFacts = readonly (readonly [label: string, value: string])[]

/** A part of a document under a heading of its own: facts, or a table whose head each page repeats. */
export type PdfPart = { readonly title?: string } & (
  | { readonly facts: PdfFacts }
  | {
      readonly columns: readonly PdfColumn[]
      readonly lines: AsyncIterable<PdfLine> | Iterable<PdfLine>
      /** Cells of the sums below the last line. They have room, however many lines stand above them. */
      readonly totals?: readonly string[]
      /** What the sums leave out, in small letters below them. */
      readonly totalsNote?: string
    }
)

/** A document as data. All texts are ready to read: in the reader's language, money and units exact. */
export interface PdfSheet {
  title: string
  language: Language
  /** When it was made, epoch ms: printed nowhere, but part of the bytes. */
  madeAt: number
  paper?: keyof typeof PAPERS
  /** Over the title: whose document it is. */
  house?: string
  /** Lines under the title. */
  subtitle?: string
  facts?: PdfFacts
  parts: readonly PdfPart[]
  /** Left part of every page's foot. */
  footer?: string
  /** Right part of the foot, such as `3 / 12`. Texts that stand for the numbers are put in as they are. */
  pageOf(page: number | string, pages: number | string): string
  /** What tells the file from others of its title, such as the number of an order; part of its name only. */
  about?: string
}
