import { isPeriodKind, type PeriodKind, QUARTERS_PER_DAY } from '@wattyard/time'

/** Meaning of a key on the day strip. */
export type StripKey =
  | { readonly kind: 'move'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'paint'; readonly period: PeriodKind }
  | { readonly kind: 'clear' }
  | { readonly kind: 'all' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

interface Pressed {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const HOUR = 4
const LAST = QUARTERS_PER_DAY - 1

/**
 * Returns the meaning of a key. Left and right move by a quarter-hour, up and down (or the Page keys) by an hour, Home and End to
 * the edges; with Shift they extend the selection. J F P G S paint it, Delete and Backspace clear it. Ctrl or ⌘ with Z, Y and A
 * have their usual meaning.
 */
export function stripKey({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed, focus: number): StripKey | null {
  if (altKey) return null
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase()
    if (letter === 'z') return { kind: shiftKey ? 'redo' : 'undo' }
    if (letter === 'y') return { kind: 'redo' }
    return letter === 'a' ? { kind: 'all' } : null
  }
  const to: number | undefined = {
    ArrowLeft: focus - 1,
    ArrowRight: focus + 1,
    ArrowUp: focus - HOUR,
    ArrowDown: focus + HOUR,
    PageUp: focus - HOUR,
    PageDown: focus + HOUR,
    Home: 0,
    End: LAST,
  }[key]
  if (to !== undefined) return { kind: 'move', to: Math.max(0, Math.min(LAST, to)), extend: shiftKey }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  const letter = key.toUpperCase()
  return isPeriodKind(letter) ? { kind: 'paint', period: letter } : null
}
