import { aboveOf, heightOf, parentOf, type Tree, type TreeLine, type TreeNode, type TreePlace } from './tree-model.ts'

/** The caller's rules for moves; moves that form a cycle are always refused. */
export interface MoveRules<R> {
  /** Deepest allowed level; 1 is the top. */
  readonly maxLevel?: number
  /** Returns whether a node may go to a place, or a text with the reason why not. It is also called during a drag. */
  readonly mayMove?: (node: TreeNode<R>, place: TreePlace) => boolean | string
}

/** Returns the present place of a node. */
export function placeOf<R>(tree: Tree<R>, id: string): TreePlace {
  const parent = parentOf(tree, id)
  const group = tree.below.get(parent) ?? []
  return { parent, before: group[group.indexOf(id) + 1] ?? null }
}

/** Returns whether a node may go to a place: not below itself, not deeper than allowed, not where it already is. */
export function isAllowed<R>(tree: Tree<R>, id: string, place: TreePlace, rules: MoveRules<R> = {}): boolean {
  const node = tree.byId.get(id)
  const { parent, before } = place
  if (!node || before === id || parent === id) return false
  if (parent !== null && (!tree.byId.has(parent) || aboveOf(tree, parent).includes(id))) return false
  if (before !== null && (!tree.byId.has(before) || parentOf(tree, before) !== parent)) return false
  const now = placeOf(tree, id)
  if (now.parent === parent && now.before === before) return false
  const level = parent === null ? 1 : aboveOf(tree, parent).length + 2
  if (rules.maxLevel !== undefined && level + heightOf(tree, id) - 1 > rules.maxLevel) return false
  return (rules.mayMove?.(node, place) ?? true) === true
}

/** Returns the tree after a move; the given tree stays unchanged. The move must be allowed. */
export function moved<R>(tree: Tree<R>, id: string, { parent, before }: TreePlace): Tree<R> {
  const node = tree.byId.get(id)
  if (!node) return tree
  const below = new Map<string | null, readonly string[]>()
  for (const [one, group] of tree.below) {
    const others = group.filter(other => other !== id)
    if (others.length > 0 || one === null) below.set(one, others)
  }
  const group = below.get(parent) ?? []
  const at = before === null ? group.length : group.indexOf(before)
  below.set(parent, group.toSpliced(at === -1 ? group.length : at, 0, id))
  return { byId: new Map(tree.byId).set(id, { ...node, parent }), below }
}

/** Returns the index in a group without the moving node, from 0, as position calls expect it. */
export function positionOf<R>(tree: Tree<R>, id: string, { parent, before }: TreePlace): number {
  const others = (tree.below.get(parent) ?? []).filter(one => one !== id)
  const at = before === null ? -1 : others.indexOf(before)
  return at === -1 ? others.length : at
}

/**
 * Returns the place for Alt and an arrow: up and down among the siblings, left out of the parent, right into the sibling above;
 * null when there is none.
 */
export function stepPlace<R>(tree: Tree<R>, id: string, key: string): TreePlace | null {
  const parent = parentOf(tree, id)
  const group = tree.below.get(parent) ?? []
  const at = group.indexOf(id)
  switch (key) {
    case 'ArrowUp': {
      const before = group[at - 1]
      return before === undefined ? null : { parent, before }
    }
    case 'ArrowDown':
      return at === -1 || at + 1 >= group.length ? null : { parent, before: group[at + 2] ?? null }
    case 'ArrowLeft':
      return parent === null ? null : { parent: parentOf(tree, parent), before: placeOf(tree, parent).before }
    case 'ArrowRight': {
      const above = group[at - 1]
      return above === undefined ? null : { parent: above, before: null }
    }
    default:
      return null
  }
}

/** Side of a line at which a node is dropped. */
export type DropSide = 'before' | 'inside' | 'after'

/**
 * Returns the side of a line: its upper and lower quarter are edges.
 * @param share position down the line, 0 to 1
 */
export function sideOf(share: number): DropSide {
  return share < 0.25 ? 'before' : share > 0.75 ? 'after' : 'inside'
}

/** Returns the place of a node dropped at a line. After an open node means in front of its first child. */
export function dropPlaceAt<R>(tree: Tree<R>, line: TreeLine<R>, side: DropSide, held: string): TreePlace {
  const { node, parent, isOpen } = line
  if (side === 'inside') return { parent: node.id, before: null }
  if (side === 'before') return { parent, before: node.id }
  const first = (tree.below.get(node.id) ?? []).find(id => id !== held)
  if (isOpen && first !== undefined) return { parent: node.id, before: first }
  const group = (tree.below.get(parent) ?? []).filter(id => id !== held)
  return { parent, before: group[group.indexOf(node.id) + 1] ?? null }
}

/**
 * Returns the allowed place at a line: the side under the pointer, else the nearer edge, else inside; null when none is allowed.
 */
export function allowedDrop<R>(
  tree: Tree<R>,
  line: TreeLine<R>,
  share: number,
  held: string,
  rules: MoveRules<R>,
): { side: DropSide; place: TreePlace } | null {
  const sides: DropSide[] = [sideOf(share), share < 0.5 ? 'before' : 'after', 'inside']
  for (const side of sides) {
    const place = dropPlaceAt(tree, line, side, held)
    if (isAllowed(tree, held, place, rules)) return { side, place }
  }
  return null
}
