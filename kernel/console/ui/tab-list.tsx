import { type KeyboardEvent, useRef } from 'react'
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

/** Draws tabs inside a page or drawer (APG, automatic activation): arrows, Home and End move between them. */
export function TabList<K extends string>({ id, label, items, value, onChange, look }: TabListProps<K>) {
  const list = useRef<HTMLDivElement>(null)
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
    <div ref={list} className="w-tab-list" role="tablist" aria-label={label} data-look={look}>
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
