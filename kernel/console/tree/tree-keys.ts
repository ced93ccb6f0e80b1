import { initialsOf } from '../format/initials.ts'
import type { TreeLine } from './tree-model.ts'

/** Effect of a key in the tree; null when the tree does not use it. */
export type TreeAction =
  | { readonly to: string }
  | { readonly open: readonly string[] }
  | { readonly close: string }
  | { readonly into: string }
  | null

const PAGE_LINES = 10

/** Returns the effect of a key on a line (WAI-ARIA treegrid). `into` moves to the first control inside the row. */
export function actionOf<R>(key: string, lines: readonly TreeLine<R>[], at: string): TreeAction {
  const place = lines.findIndex(({ node }) => node.id === at)
  const line = lines[place]
  if (!line) return null
  const to = (target: TreeLine<R> | undefined): TreeAction => (target ? { to: target.node.id } : null)
  switch (key) {
    case 'ArrowDown':
      return to(lines[place + 1])
    case 'ArrowUp':
      return to(lines[place - 1])
    case 'PageDown':
      return to(lines[Math.min(place + PAGE_LINES, lines.length - 1)])
    case 'PageUp':
      return to(lines[Math.max(place - PAGE_LINES, 0)])
    case 'Home':
      return to(lines[0])
    case 'End':
      return to(lines.at(-1))
    case 'ArrowRight':
      return line.hasBelow && !line.isOpen ? { open: [at] } : { into: at }
    case 'ArrowLeft':
      return line.isOpen ? { close: at } : line.parent === null ? null : { to: line.parent }
    case '*':
      return { open: lines.filter(one => one.parent === line.parent && one.hasBelow).map(({ node }) => node.id) }
    default:
      return null
  }
}

/**
 * Returns the next line whose label begins with the typed text, literally or by initials; repeating one letter moves to the next
 * match.
 */
export function typedAhead<R>(lines: readonly TreeLine<R>[], at: string, typed: string): string | null {
  const letters = Array.from(typed.toLowerCase())
  const isRepeated = letters.length > 1 && letters.every(letter => letter === letters[0])
  const wanted = isRepeated ? (letters[0] ?? '') : letters.join('')
  const place = lines.findIndex(({ node }) => node.id === at)
  // A longer text may still match the current line; a single letter starts at the next line.
  const from = letters.length === 1 || isRepeated ? place + 1 : place
  for (let step = 0; step < lines.length; step++) {
    const line = lines[(from + step + lines.length) % lines.length]
    if (!line) continue
    const label = line.node.label.toLowerCase()
    if (label.startsWith(wanted) || initialsOf(label).startsWith(wanted)) return line.node.id
  }
  return null
}
