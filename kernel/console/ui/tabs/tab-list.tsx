import { type KeyboardEvent, useCallback, useLayoutEffect, useRef } from 'react'
import { useOverflowMarks } from './use-overflow-marks.ts'
import './tab-list.css'

export interface TabItem<K extends string> {
  readonly key: K
  readonly label: string
  /** A smaller second line. */
  readonly note?: string | undefined
  /** Announcement of a tab that needs attention. */
  readonly problem?: string | undefined
}

interface TabListProps<K extends string> {
  /** Prefix of the ids of tabs and panels. */
  readonly id: string
  readonly label: string
  readonly items: readonly TabItem<K>[]
  readonly value: K
  readonly onChange: (key: K) => void
  /** Draws boxes instead of words above a line, for tabs with notes. */
  readonly look?: 'boxes'
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Width in pixels of the shade over tabs that go on beyond the edge. */
const EDGE = 28

/**
 * Draws tabs inside a page or drawer (APG, automatic activation): arrows, Home and End move between them. They stand in one line; what
 * has no room is reached by scrolling or by the keys, and the edge is shaded.
 */
export function TabList<K extends string>({ id, label, items, value, onChange, look }: TabListProps<K>) {
  const list = useRef<HTMLDivElement>(null)
  const marks = useOverflowMarks()
  const strip = useCallback(
    (element: HTMLDivElement | null) => {
      list.current = element
      return marks(element)
    },
    [marks],
  )
  // A chosen tab that a link names may stand beyond the edge. Only the strip scrolls, never the page.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!list.current || !tab) return
    const { scrollLeft, clientWidth } = list.current
    const from = tab.offsetLeft - EDGE
    const to = tab.offsetLeft + tab.offsetWidth + EDGE
    if (from < scrollLeft) list.current.scrollLeft = from
    else if (to > scrollLeft + clientWidth) list.current.scrollLeft = to - clientWidth
  }, [value])
  const go = (event: KeyboardEvent): void => {
    // From the tab that has the focus: the chosen one may follow later, and a second key must not be lost.
    const focused = event.currentTarget.getAttribute('data-tab')
    const at = items.findIndex(({ key }) => key === focused)
    const step = STEPS[event.key]
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? -1 : at + step
    const item = items[(next + items.length) % items.length]
    if (!item || (step === undefined && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    onChange(item.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${item.key}"]`)?.focus()
  }
  return (
    <div ref={strip} className="w-tab-list" role="tablist" aria-label={label} data-look={look}>
      {items.map(({ key, label: text, note, problem }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-tab-${key}`}
          data-tab={key}
          // The panels of other tabs may not be rendered.
          aria-controls={key === value ? `${id}-panel-${key}` : undefined}
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={go}
        >
          {text}
          {note !== undefined && <small>{note}</small>}
          {problem && (
            <span className="w-tab-problem" title={problem}>
              <span className="w-sr">{problem}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** Returns the attributes of a tab's panel; `id` is that of its `TabList`. */
export function tabPanel(id: string, key: string) {
  return { role: 'tabpanel', id: `${id}-panel-${key}`, 'aria-labelledby': `${id}-tab-${key}` } as const
}
