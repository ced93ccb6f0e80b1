/** Effect of a key anywhere in the shell. */
export type Shortcut = 'palette' | 'help'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * Returns the effect of a key: Ctrl or ⌘ with K opens the palette, with / the list of keys. A question mark alone also opens the
 * list, but not during typing, and not for people who have switched single keys off (WCAG 2.2, 2.1.4).
 */
export function shortcutOf(press: KeyPress, isTyping: boolean, singleKeys: boolean): Shortcut | undefined {
  if (press.altKey) return undefined
  if (press.ctrlKey || press.metaKey) {
    if (press.key.toLowerCase() === 'k') return 'palette'
    return press.key === '/' ? 'help' : undefined
  }
  return press.key === '?' && singleKeys && !isTyping ? 'help' : undefined
}

/** All keys in the help: key of the word, and keys. */
export const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['palette', ['Ctrl K', '⌘ K']],
  ['help', ['Ctrl /', '⌘ /', '?']],
  ['tabs', ['←', '→', 'Home', 'End']],
  ['tabMove', ['Ctrl Shift ←', 'Ctrl Shift →']],
  ['tabClose', ['Delete']],
  ['tabMenu', ['Shift F10']],
  ['menu', ['↑', '↓', 'Home', 'End']],
  ['choose', ['Enter']],
  ['leave', ['Esc']],
]
