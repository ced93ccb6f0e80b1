import { type OfficeNode } from './use-offices.ts'

/** A line of the tree as it is drawn: closed offices hide what is below them. */
export interface TreeLine {
  readonly node: OfficeNode
  /** 1 for offices without one above. */
  readonly level: number
  readonly parent: string | null
  readonly isOpen: boolean
}

/** Lines in the order in which they stand. */
export function linesOf(
  nodes: readonly OfficeNode[],
  closed: ReadonlySet<string>,
  level = 1,
  parent: string | null = null,
): TreeLine[] {
  return nodes.flatMap(node => {
    const isOpen = !closed.has(node.id)
    const line: TreeLine = { node, level, parent, isOpen }
    return isOpen ? [line, ...linesOf(node.children, closed, level + 1, node.id)] : [line]
  })
}

/** What a key does in a tree (WAI-ARIA): go to a line, open or close the one it is on; null when it is not for the tree. */
export type TreeMove = { readonly to: string } | { readonly open: string } | { readonly close: string } | null

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
      return !hasBelow ? null : line.isOpen ? to(lines[place + 1]) : { open: at }
    case 'ArrowLeft':
      return hasBelow && line.isOpen ? { close: at } : line.parent === null ? null : { to: line.parent }
    default:
      return null
  }
}
