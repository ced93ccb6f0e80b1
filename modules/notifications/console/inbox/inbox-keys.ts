/** Effect of a single key in the inbox. */
export type InboxKey = 'next' | 'previous' | 'open' | 'toggle' | 'archive'

const MEANINGS: Readonly<Record<string, InboxKey>> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Enter: 'open',
  u: 'toggle',
  e: 'archive',
}

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * Returns the effect of a key. For the list only, where no text is typed: a single key must not act elsewhere on a page (WCAG
 * 2.2, 2.1.4).
 */
export function inboxKeyOf({ key, ctrlKey, metaKey, altKey }: Press): InboxKey | undefined {
  if (ctrlKey || metaKey || altKey) return undefined
  return MEANINGS[key.length === 1 ? key.toLowerCase() : key]
}
