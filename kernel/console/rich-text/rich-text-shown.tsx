import { plainText, type RichText } from '@wattyard/resource'
import type { CellProps } from '../faces/cells.tsx'
import { NO_VALUE } from '@wattyard/resource'
import { DrawRichText } from './draw-rich-text.tsx'

/** Largest number of characters that a table shows. */
const MOST_SHOWN = 120

/** Draws the first words of a rich text, in a table. */
export function RichTextCell({ value }: CellProps) {
  const words = value ? plainText(value as RichText).replaceAll(/\s+/g, ' ') : '' // checked when it was stored
  if (words === '') return <span className="w-quiet">{NO_VALUE}</span>
  return <span>{words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words}</span>
}

/** Draws the whole rich text, in a detail. */
export function RichTextShown({ value }: CellProps) {
  if (!value) return <span className="w-quiet">{NO_VALUE}</span>
  return <DrawRichText text={value as RichText /* checked when it was stored */} />
}
