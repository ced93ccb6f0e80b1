/** Effect of a key in a to-do list: a step, or the letter of an action. */
export type TodoKey = 'next' | 'previous' | 'first' | 'last' | 'undo' | { readonly letter: string }

export interface Press {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const STEPS: Readonly<Record<string, TodoKey>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}
const LETTERS: Readonly<Record<string, TodoKey>> = { j: 'next', k: 'previous' }

/** Elements in which letters are text or have another meaning. */
export const TYPING = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'

/**
 * Returns the effect of a key pressed in the list. Single letters do nothing when the person has switched them off (WCAG 2.2,
 * 2.1.4). With Ctrl, Alt or ⌘ they belong to the shell and the browser, except Ctrl Z.
 */
export function todoKeyOf(press: Press, singleKeys: boolean): TodoKey | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press
  if (altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && !shiftKey ? 'undo' : undefined
  const step = STEPS[key]
  if (step !== undefined) return step
  if (!singleKeys || key.length !== 1) return undefined
  const letter = key.toLowerCase()
  return LETTERS[letter] ?? { letter }
}

/**
 * Returns the id that a step leads to: the first when `from` is not in the list, the same one at the ends, null in an empty list.
 */
export function neighbour(
  ids: readonly string[],
  from: string | null,
  way: 'next' | 'previous' | 'first' | 'last',
): string | null {
  if (way === 'last') return ids.at(-1) ?? null
  const at = from === null ? -1 : ids.indexOf(from)
  if (at < 0 || way === 'first') return ids[0] ?? null
  return ids[Math.min(Math.max(at + (way === 'next' ? 1 : -1), 0), ids.length - 1)] ?? null
}

/** Returns the id to focus after the item at index `at` is gone: the one now at its index, or the last one. */
export function inItsPlace(ids: readonly string[], at: number): string | null {
  return ids[Math.min(at, ids.length - 1)] ?? null
}
