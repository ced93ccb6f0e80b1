import { createContext, useContext, useEffect, useId } from 'react'

export interface Tab {
  /** Path of the tab; the identity of its page. */
  readonly key: string
  /** Title of its route in the current language. */
  readonly title: string
}

/** The tab that a page is in; the shell gives it. */
export const TabContext = createContext<Tab>({ key: '', title: '' })

/** Fired in a page that goes to a place of its own choosing, such as a heading: where it was before no longer matters. */
export const PLACE_CHOSEN = 'wattyard-place'

let shownTab = ''

/** Said by the shell whenever another tab is shown. */
export function setShownTab(key: string): void {
  shownTab = key
}

/** Parts that hold something unsaved, with the tab they are in. */
const dirty = new Map<string, string>()

/**
 * Says that this part holds something typed and not saved. Closing its tab, other tabs or the window then asks. It is
 * remembered while its tab is hidden, and forgotten when the part is gone.
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
      // Effects end also when the tab is only hidden. By then another tab is shown; a part that ends in the tab
      // that is shown is really gone.
      setTimeout(() => {
        if (shownTab === tab) dirty.delete(part)
      })
    },
    [part, tab],
  )
}

/** Returns whether a tab, or any tab, holds something unsaved. */
export function isDirtyTab(tab?: string): boolean {
  return tab === undefined ? dirty.size > 0 : [...dirty.values()].includes(tab)
}

/** A tab was closed: what it held is gone. */
export function forgetDirty(tab: string): void {
  for (const [key, of] of dirty) if (of === tab) dirty.delete(key)
}
