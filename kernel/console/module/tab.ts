import type { PageStations } from '@wattyard/resource'
import { createContext, useContext, useEffect, useId } from 'react'

/** A step on the way from the home page to a page. */
export interface Crumb {
  readonly title: string
  /** Address without the base path; absent for a group of the menu, which is no page. */
  readonly path?: string
}

export interface Tab {
  /** Path of the tab, which identifies its page. */
  readonly key: string
  /** Title of the tab's route in the current language. */
  readonly title: string
  /** How the page relates to the chosen station; absent outside of pages. */
  readonly stations?: PageStations
  /** Where the page belongs, from the home page on, without the page itself; empty on the home page. */
  readonly crumbs?: readonly Crumb[]
}

/** Tab of the surrounding page; the shell provides it. */
export const TabContext = createContext<Tab>({ key: '', title: '' })

/**
 * Whether the surrounding part shows the page's own rows. Dialogs set it to false: what they show belongs to the record or the
 * task that they are about, whatever station is chosen.
 */
export const OnPage = createContext(true)

/**
 * Event that a page fires when it scrolls to a place of its own choice, such as a heading; the former scroll position is then
 * obsolete.
 */
export const PLACE_CHOSEN = 'wattyard-place'

let shownTab = ''

/** Sets the shown tab; the shell calls it whenever another tab is shown. */
export function setShownTab(key: string): void {
  shownTab = key
}

/** Components with unsaved input, and the tab of each. */
const dirty = new Map<string, string>()

/**
 * Marks this component as holding unsaved input. Closing its tab, other tabs or the window then asks first. The mark stays while
 * the tab is hidden and goes when the component is unmounted.
 */
export function useDirty(isDirty: boolean): void {
  const tab = useContext(TabContext).key
  const id = useId()
  const part = `${tab}#${id}`
  useEffect(() => {
    if (isDirty) dirty.set(part, tab)
    else dirty.delete(part)
  }, [part, tab, isDirty])
  useEffect(
    () => () => {
      // React also runs this cleanup when the tab is only hidden. By then another tab is shown; if this tab is still shown, the
      // component was unmounted.
      setTimeout(() => {
        if (shownTab === tab) dirty.delete(part)
      })
    },
    [part, tab],
  )
}

/** Returns whether a tab, or any tab, holds unsaved input. */
export function isDirtyTab(tab?: string): boolean {
  return tab === undefined ? dirty.size > 0 : [...dirty.values()].includes(tab)
}

/** Forgets the unsaved input of a closed tab. */
export function forgetDirty(tab: string): void {
  for (const [key, of] of dirty) if (of === tab) dirty.delete(key)
}
