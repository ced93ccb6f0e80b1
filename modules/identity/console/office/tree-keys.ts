import { matchesText } from '@wattyard/console-kit'
import type { OfficeNode } from './use-offices.ts'

/** A line of the tree as it is drawn: closed offices hide what is below them. */
export interface TreeLine {
  readonly node: OfficeNode
  /** 1 for offices without one above. */
  readonly level: number
  readonly parent: string | null
  readonly isOpen: boolean
  /** Place among those beside it, from 1, and how many they are. */
  readonly place: number
  readonly beside: number
}

/** Lines in the order in which they stand. */
export function linesOf(nodes: readonly OfficeNode[], closed: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  const add = (beside: readonly OfficeNode[], level: number, parent: string | null): void => {
    for (const [index, node] of beside.entries()) {
      const isOpen = !closed.has(node.id)
      lines.push({ node, level, parent, isOpen, place: index + 1, beside: beside.length })
      if (isOpen) add(node.children, level + 1, node.id)
    }
  }
  add(nodes, 1, null)
  return lines
}

/** Offices whose name or code fits what is sought, with those above them. */
export function foundIn(nodes: readonly OfficeNode[], sought: string): OfficeNode[] {
  return nodes.flatMap(node => {
    const children = foundIn(node.children, sought)
    const fits = matchesText(node.label, sought) || matchesText(node.code, sought)
    return fits || children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Ids of all offices with something below them from a level on. */
export function closedFrom(nodes: readonly OfficeNode[], level: number): string[] {
  return nodes.flatMap(node => [
    ...(level <= 1 && node.children.length > 0 ? [node.id] : []),
    ...closedFrom(node.children, level - 1),
  ])
}

/** Ids of the offices above one, from the top down; empty when it is not in the tree. */
export function above(nodes: readonly OfficeNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.children.some(child => child.id === id)) return [node.id]
    const further = above(node.children, id)
    if (further.length > 0) return [node.id, ...further]
  }
  return []
}

/** What a key does in a tree (WAI-ARIA): go to a line, open or close some; null when it is not for the tree. */
export type TreeMove =
  | { readonly to: string }
  | { readonly open: readonly string[] }
  | { readonly close: string }
  | null

export function moveOf(key: string, lines: readonly TreeLine[], at: string): TreeMove {
  const place = lines.findIndex(({ node }) => node.id === at)
  const line = lines[place]
  if (!line) return null
  const to = (target: TreeLine | undefined): TreeMove => (target ? { to: target.node.id } : null)
  const hasBelow = line.node.children.length > 0
  switch (key) {
    case 'ArrowDown':
      return to(lines[place + 1])
    case 'ArrowUp':
      return to(lines[place - 1])
    case 'Home':
      return to(lines[0])
    case 'End':
      return to(lines.at(-1))
    case 'ArrowRight':
      return !hasBelow ? null : line.isOpen ? to(lines[place + 1]) : { open: [at] }
    case 'ArrowLeft':
      return hasBelow && line.isOpen ? { close: at } : line.parent === null ? null : { to: line.parent }
    case '*':
      return { open: lines.filter(({ parent }) => parent === line.parent).map(({ node }) => node.id) }
    default:
      return null
  }
}

/** Where something held over a line would go: in front of it, into it or behind it. */
export type DropSide = 'before' | 'inside' | 'after'

/** Upper and lower quarter of a line are its edges. @param share how far down the line, 0 to 1 */
export function sideOf(share: number): DropSide {
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside'
}

/** New place of an office that is let go at a line: below which office, and in front of which one there; null is last. */
export function placeAt(
  lines: readonly TreeLine[],
  index: number,
  side: DropSide,
): { parent: string | null; before: string | null } | null {
  const line = lines[index]
  if (!line) return null
  const { node, parent, isOpen } = line
  if (side === 'inside') return { parent: node.id, before: null }
  if (side === 'before') return { parent, before: node.id }
  // Behind an open office is in front of the first one below it.
  const [first] = node.children
  if (isOpen && first) return { parent: node.id, before: first.id }
  return { parent, before: nextBeside(lines, line)?.node.id ?? null }
}

/** The office that stands behind one, below the same office. */
export function nextBeside(lines: readonly TreeLine[], line: TreeLine, steps = 1): TreeLine | undefined {
  return lines.find(({ parent, place }) => parent === line.parent && place === line.place + steps)
}
