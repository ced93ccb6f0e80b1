import { type RefObject, useEffect, useMemo, useState } from 'react'
import { fittingTabs } from './fitting-tabs.ts'
import type { TabList } from './tab-list.ts'

/** Width in px that a tab counts with until it is measured. */
const GUESS = 104
/** Room in px that the button of the list takes (tab-strip.css). */
const BUTTON = 48

interface Sizes {
  readonly room: number
  readonly widths: ReadonlyMap<string, number>
}

/**
 * Returns the tabs that have room between the shortcuts and the tools. The browser reports sizes after its own layout, so that
 * opening a page never waits for a measurement.
 */
export function useFittingTabs(box: RefObject<HTMLElement | null>, list: TabList, shown: string): ReadonlySet<string> {
  const [{ room, widths }, setSizes] = useState<Sizes>({ room: Infinity, widths: new Map() })
  const open = list.tabs.map(({ path }) => path).join('\n')
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(entries =>
      setSizes(before => {
        const found = new Map(before.widths)
        let now = before.room
        for (const { target, borderBoxSize } of entries) {
          const width = borderBoxSize[0]?.inlineSize ?? 0
          if (target === element) now = width - BUTTON
          else if (target instanceof HTMLElement && width > 0) found.set(target.dataset.path ?? '', width)
        }
        return { room: now, widths: found }
      }),
    )
    observer.observe(element)
    for (const tab of element.querySelectorAll('[role="tab"]')) observer.observe(tab)
    return () => observer.disconnect()
  }, [box, open])
  return useMemo(() => fittingTabs(list, shown, path => widths.get(path) ?? GUESS, room), [list, shown, widths, room])
}
