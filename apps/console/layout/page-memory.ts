import { keep, type Me, personalKey, useSession } from '@wattyard/console-kit'
import { create } from 'zustand'
import {
  NO_STATIONS as NOTHING,
  readMemory,
  type StationMemory as Marks,
  withChosen,
  withMark,
} from './station-memory.ts'

/** What a person has arranged in their menu; kept in this browser, for each person by themselves. */
export interface PageMemory {
  /** Pages that the person marked, and those opened last, newest first. */
  readonly marks: Marks
  /** Groups that the person opened or folded; the others follow the shown page. */
  readonly folds: Readonly<Record<string, boolean>>
}

export const NO_PAGES: PageMemory = { marks: NOTHING, folds: {} }

/** Reads a stored memory; whatever is invalid in it is left out. */
export function readPages(text: string | null): PageMemory {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (stored === null || typeof stored !== 'object') return NO_PAGES
    const { marks, folds } = stored as Partial<Record<string, unknown>> // an object, see above
    const pairs = folds !== null && typeof folds === 'object' ? Object.entries(folds) : []
    return {
      marks: readMemory(JSON.stringify(marks ?? null)),
      folds: Object.fromEntries(pairs.filter((pair): pair is [string, boolean] => typeof pair[1] === 'boolean')),
    }
  } catch {
    return NO_PAGES
  }
}

export const usePageMemory = create<PageMemory>()(() => NO_PAGES)

/** Storage key of the signed-in person; null while nobody is. */
let key: string | null = null
function takeUp({ me }: { readonly me: Me | null }): void {
  const next = personalKey('pages', me)
  if (next === key) return
  key = next
  usePageMemory.setState(next === null ? NO_PAGES : readPages(keep.read(next)), true)
}
takeUp(useSession.getState())
useSession.subscribe(takeUp)

usePageMemory.subscribe(memory => {
  if (key !== null) keep.write(key, JSON.stringify(memory))
})

/** Remembers that a page was opened. */
export const openedPage = (path: string): void =>
  usePageMemory.setState(({ marks }) => (marks.recent[0] === path ? {} : { marks: withChosen(marks, path) }))
/** Marks a page as a favourite, or removes its mark. */
export const markPage = (path: string): void =>
  usePageMemory.setState(({ marks }) => ({ marks: withMark(marks, path) }))
/** Opens or folds a group of the menu. */
export const foldGroup = (group: string, isOpen: boolean): void =>
  usePageMemory.setState(({ folds }) => ({ folds: { ...folds, [group]: isOpen } }))
