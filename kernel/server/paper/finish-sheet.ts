import { formatInstant } from '@wattyard/time'
import type { PdfSheet } from '../pdf/pdf-sheet.ts'
import type { SheetContent, SheetReader } from './served-sheet.ts'

/** Puts to a sheet what is the same on all: whose it is, who made it when, its foot and its pages. */
export async function finishSheet(
  reader: Pick<SheetReader, 'tx' | 'index' | 'translate' | 'language' | 'zone' | 'now'>,
  content: SheetContent,
  /** Who made it; null on sheets for the public, which name no employee. */
  by: string | null,
): Promise<PdfSheet> {
  const { tx, index, translate, language, zone, now } = reader
  const house = (await index.houseOf?.(tx))?.name
  const at = formatInstant(now, zone)
  return {
    ...content,
    language,
    madeAt: now,
    ...(house ? { house } : {}),
    subtitle:
      by === null
        ? translate(language, 'kernel.pdf.madeAt', { at, zone })
        : translate(language, 'kernel.pdf.madeBy', { at, zone, by }),
    footer: house ? `${house} · ${content.title}` : content.title,
    pageOf: (page, pages) => translate(language, 'kernel.pdf.page', { page, pages }),
  }
}
