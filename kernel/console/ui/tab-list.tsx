import { type KeyboardEvent, useRef } from 'react'
import './tab-list.css'

export interface TabItem<K extends string> {
  readonly key: K
  readonly label: string
  /** Something on it needs attention; said to assistive technology by this text. */
  readonly problem?: string | undefined
}

interface TabListProps<K extends string> {
  /** Begins the ids of tabs and panels. */
  readonly id: string
  readonly label: string
  readonly items: readonly TabItem<K>[]
  readonly value: K
  readonly onChange: (key: K) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs inside a page or drawer (APG, automatic activation): arrows, Home and End move between them. */
export function TabList<K extends string>({ id, label, items, value, onChange }: TabListProps<K>) {
  const list = useRef<HTMLDivElement>(null)
  const go = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ key }) => key === value)
    const step = STEPS[event.key]
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? items.length - 1 : step === undefined ? -1 : at + step
    const item = items[(next + items.length) % items.length]
    if (!item || (step === undefined && event.key !== 'Home' && event.key !== 'End')) return
    event.preventDefault()
    onChange(item.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${item.key}"]`)?.focus()
  }
  return (
    <div ref={list} className="w-tab-list" role="tablist" aria-label={label}>
      {items.map(({ key, label: text, problem }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-tab-${key}`}
          data-tab={key}
          aria-controls={`${id}-panel-${key}`}
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
          onKeyDown={go}
        >
          {text}
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

/** Attributes of the panel of a tab. */
export function tabPanel(id: string, key: string) {
  return { role: 'tabpanel', id: `${id}-panel-${key}`, 'aria-labelledby': `${id}-tab-${key}` } as const
}
