import { type AnyResource } from '../../records.ts'
import { dictionaryOf, type Field, type FieldKindName, fieldOf, unitOfColumn } from '@wattyard/resource'
import { CELLS } from '../../../faces/cells.tsx'
import { choiceWord } from '@wattyard/resource'
import { allValues } from '../../../words/own-words.ts'
import { useIsPhone } from '../../../ui/use-phone.ts'
import { fieldWord, useWords } from '../../../words/use-words.ts'
import { type PageContextValue, usePage } from '../../page-context.tsx'
import { shownColumns } from '../column-settings.ts'
import { EDGE_WIDTH, type Fit, fitColumns, priorityOf, shareRoom } from '../fit/fit-columns.ts'
import { headWidth, wordsWidth } from '../fit/head-width.ts'

/** Widths in pixels of the columns beside those of the fields: the checkboxes and the menus of the rows. */
export const CHECK_WIDTH = 40
export const ACTION_WIDTH = 48

type Words = ReturnType<typeof useWords>

/**
 * Returns the default width of a column in pixels: the page's own, else that of its kind, and in any case that of its name and of
 * the longest of its words: a state that is cut says nothing.
 */
export function widthOf(
  { resource, slots }: Pick<PageContextValue, 'resource' | 'slots'>,
  key: string,
  words: Words,
): number {
  const field = fieldOf(resource, key)
  const own = slots.widths?.[key]
  return Math.max(
    own ?? (field ? CELLS[field.kind].width : 120),
    field ? wordsOf(resource, key, field, words) : 0,
    headWidth(`${fieldWord(words, resource, key)} ${(field && unitOfColumn(field)) ?? ''}`.trim()),
  )
}

/** Returns the width in pixels of the longest word of a choice. */
function wordsOf(resource: AnyResource, key: string, field: Field, words: Words): number {
  const name = `${resource.name}.${key}`
  if (field.kind !== 'oneOf') return 0
  return wordsWidth(allValues(field, dictionaryOf(field, name)).map(value => choiceWord(words, field, name, value)))
}

/** A column of a list with its width in pixels. */
export interface ShownColumn {
  readonly key: string
  readonly width: number
  readonly kind?: FieldKindName
  /** A sheet of paper has no room for it. */
  readonly isOffPaper?: boolean
}

/** Width in pixels, at the sizes of the screen, that an A4 sheet in landscape has for the columns of a list. */
const PAPER_ROOM = 1180

/** Class of the cells that are not printed; none for the others. */
export const onPaper = ({ isOffPaper }: ShownColumn): string | undefined => (isOffPaper ? 'w-off-paper' : undefined)

/** Returns the columns that are drawn, in order, and the keys of those without room. */
export function useColumns(): Fit<ShownColumn> {
  const page = usePage()
  const words = useWords()
  const { columns, resource, settings, room } = page
  // On a phone the rows are cards, whose facts stand below each other.
  const isPhone = useIsPhone()
  const forFields = room === undefined || isPhone ? undefined : room - CHECK_WIDTH - ACTION_WIDTH
  const all = shownColumns(columns, settings).map((key): ShownColumn => {
    const set = settings.widths[key]
    const kind = fieldOf(resource, key)?.kind
    // A width that a person set stays.
    return set === undefined && kind
      ? { key, width: widthOf(page, key, words), kind }
      : { key, width: set ?? widthOf(page, key, words) }
  })
  const priority = priorityOf(resource, columns)
  const { shown, left } = fitColumns(all, {
    room: forFields,
    priority,
    // Who gave a column a width wants to see it.
    chosen: [...settings.shown, ...Object.keys(settings.widths)],
  })
  const free = forFields === undefined || left.length === 0 ? forFields : forFields - EDGE_WIDTH
  const offPaper = fitColumns(shown, { room: PAPER_ROOM, priority, chosen: [] }).left
  return { shown: shareRoom(shown, free).map(one => ({ ...one, isOffPaper: offPaper.includes(one.key) })), left }
}
