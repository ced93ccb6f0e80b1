import { CELLS } from '../../../faces/cells.tsx'
import { fieldWord, useWords } from '../../../words/use-words.ts'
import { type PageContextValue, usePage } from '../../page-context.tsx'
import { fieldOf } from '@wattyard/resource'
import { shownColumns } from '../column-settings.ts'
import { headWidth } from '../head-width.ts'

/** Returns the default width of a column in pixels: the page's own, else that of its kind, and at least that of its name. */
export function widthOf(
  { resource, slots }: Pick<PageContextValue, 'resource' | 'slots'>,
  key: string,
  name: string,
): number {
  const field = fieldOf(resource, key)
  return Math.max(slots.widths?.[key] ?? (field ? CELLS[field.kind].width : 120), headWidth(name))
}

/** Returns the shown columns with their widths in pixels. */
export function useColumns(): { key: string; width: number }[] {
  const page = usePage()
  const words = useWords()
  const { columns, resource, settings } = page
  return shownColumns(columns, settings).map(key => ({
    key,
    width: settings.widths[key] ?? widthOf(page, key, fieldWord(words, resource, key)),
  }))
}
