import { CELLS } from '../../../faces/cells.tsx'
import { fieldWord, useWords } from '../../../words/use-words.ts'
import { type PageContextValue, usePage } from '../../page-context.tsx'
import { fieldOf } from '@wattyard/resource'
import { shownColumns } from '../column-settings.ts'
import { headWidth } from '../head-width.ts'

/** Returns the pixels of a column until a person changes it: the page's own word, else what its kind and the name above it need. */
export function widthOf(
  { resource, slots }: Pick<PageContextValue, 'resource' | 'slots'>,
  key: string,
  name: string,
): number {
  const field = fieldOf(resource, key)
  return Math.max(slots.widths?.[key] ?? (field ? CELLS[field.kind].width : 120), headWidth(name))
}

/** Returns the columns shown, with their widths in pixels. The record's name is the way into it, so its column is pinned when it comes first. */
export function useColumns(): { key: string; width: number }[] {
  const page = usePage()
  const words = useWords()
  const { columns, resource, settings } = page
  return shownColumns(columns, settings).map(key => ({
    key,
    width: settings.widths[key] ?? widthOf(page, key, fieldWord(words, resource, key)),
  }))
}
