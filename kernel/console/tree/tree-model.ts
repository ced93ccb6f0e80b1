import { matchesText } from '../format/initials.ts'

/** One node of a tree: its place, its label, and the record behind it. */
export interface TreeNode<R> {
  readonly id: string
  /** Id of the node above; null at the top. A parent that is not among the nodes counts as null. */
  readonly parent: string | null
  /** Name in the reader's language: shown, searched and matched by typing. */
  readonly label: string
  /** Further texts for the search, such as a code. */
  readonly find?: readonly string[]
  /** Its children are loaded when it is opened for the first time. */
  readonly isLazy?: boolean
  readonly row: R
}

/** Nodes by id and by parent. Every node occurs once, even when the given parents form a cycle. */
export interface Tree<R> {
  readonly byId: ReadonlyMap<string, TreeNode<R>>
  /** Ids of the children of each node in order; those at the top under null. */
  readonly below: ReadonlyMap<string | null, readonly string[]>
}

/** A place for a node: its parent (null is the top), and the sibling it stands in front of (null is last). */
export interface TreePlace {
  readonly parent: string | null
  readonly before: string | null
}

/** A drawn node; the lines do not include the content of closed nodes. */
export interface TreeLine<R> {
  readonly node: TreeNode<R>
  /** Depth, 1 at the top. */
  readonly level: number
  readonly parent: string | null
  readonly hasBelow: boolean
  readonly isOpen: boolean
  /** Place among its siblings, from 1; `beside` is their number. */
  readonly place: number
  readonly beside: number
}

/**
 * Builds the tree of nodes in the given order. A cycle of parents is cut at the first of its nodes that is visited, which moves
 * to the top.
 */
export function treeOf<R>(nodes: readonly TreeNode<R>[]): Tree<R> {
  const byId = new Map<string, TreeNode<R>>()
  for (const node of nodes)
    byId.set(node.id, node.parent !== null && node.parent === node.id ? { ...node, parent: null } : node)
  const rooted = new Set<string>()
  for (const id of byId.keys()) {
    const way: string[] = []
    let at: string | null = id
    while (at !== null && !rooted.has(at) && !way.includes(at)) {
      way.push(at)
      const parent: string | null = byId.get(at)?.parent ?? null
      at = parent !== null && byId.has(parent) ? parent : null
    }
    // The walk came back to one of its own nodes. That node is in the cycle, while the start of the walk may be outside it.
    const ringed = at !== null && way.includes(at) ? byId.get(at) : undefined
    if (ringed) byId.set(ringed.id, { ...ringed, parent: null })
    for (const one of way) rooted.add(one)
  }
  const below = new Map<string | null, string[]>([[null, []]])
  for (const node of byId.values()) {
    const parent = node.parent !== null && byId.has(node.parent) ? node.parent : null
    const group = below.get(parent)
    if (group) group.push(node.id)
    else below.set(parent, [node.id])
  }
  return { byId, below }
}

/** Returns the id of a node's parent; null at the top. */
export function parentOf<R>(tree: Tree<R>, id: string): string | null {
  const parent = tree.byId.get(id)?.parent ?? null
  return parent !== null && tree.byId.has(parent) ? parent : null
}

/** Returns the ids of a node's ancestors, from the top down. */
export function aboveOf<R>(tree: Tree<R>, id: string): string[] {
  const way: string[] = []
  for (let at = parentOf(tree, id); at !== null; at = parentOf(tree, at)) way.unshift(at)
  return way
}

/** Returns a node's id and those of all its descendants. */
export function withAllBelow<R>(tree: Tree<R>, id: string): string[] {
  return [id, ...(tree.below.get(id) ?? []).flatMap(one => withAllBelow(tree, one))]
}

/** Returns the number of levels from a node down: 1 for a leaf. */
export function heightOf<R>(tree: Tree<R>, id: string): number {
  return 1 + Math.max(0, ...(tree.below.get(id) ?? []).map(one => heightOf(tree, one)))
}

/** Returns the lines of a tree from top to bottom. With `kept`, only those nodes, all of them open. */
export function linesOf<R>(tree: Tree<R>, closed: ReadonlySet<string>, kept?: ReadonlySet<string>): TreeLine<R>[] {
  const lines: TreeLine<R>[] = []
  const groupOf = (id: string | null): readonly string[] => {
    const group = tree.below.get(id) ?? []
    return kept ? group.filter(one => kept.has(one)) : group
  }
  const add = (group: readonly string[], level: number, parent: string | null): void => {
    group.forEach((id, index) => {
      const node = tree.byId.get(id)
      if (!node) return
      const children = groupOf(id)
      const hasBelow = children.length > 0 || (node.isLazy === true && !kept)
      const isOpen = hasBelow && (kept !== undefined || !closed.has(id))
      lines.push({ node, level, parent, hasBelow, isOpen, place: index + 1, beside: group.length })
      if (isOpen) add(children, level + 1, id)
    })
  }
  add(groupOf(null), 1, null)
  return lines
}

/** Returns the ids of nodes that match a search by text or pinyin initials, and of their ancestors. */
export function foundIn<R>(tree: Tree<R>, sought: string): ReadonlySet<string> {
  const kept = new Set<string>()
  for (const node of tree.byId.values()) {
    if (![node.label, ...(node.find ?? [])].some(text => matchesText(text, sought))) continue
    kept.add(node.id)
    for (const id of aboveOf(tree, node.id)) kept.add(id)
  }
  return kept
}

/** Returns the ids of nodes with children from a level down (1 is the top). */
export function closedFrom<R>(tree: Tree<R>, level: number): string[] {
  return [...tree.byId.values()]
    .filter(({ id, isLazy }) => (isLazy || tree.below.has(id)) && aboveOf(tree, id).length + 1 >= level)
    .map(({ id }) => id)
}
