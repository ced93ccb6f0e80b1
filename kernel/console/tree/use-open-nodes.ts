import { useMemo, useState } from 'react'
import { aboveOf, closedFrom, type Tree, type TreeNode } from './tree-model.ts'
import { DRAW_ALL_UP_TO } from './use-tree-window.ts'

export interface OpenNodes {
  readonly closed: ReadonlySet<string>
  /** Nodes whose children are being loaded. */
  readonly loading: ReadonlySet<string>
  readonly open: (ids: readonly string[]) => void
  readonly close: (ids: readonly string[]) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

/**
 * Returns which nodes are open. A large tree starts closed below its second level, except on the path to the chosen node. Lazy
 * nodes are closed until they are opened, which loads them.
 */
export function useOpenNodes<R>(
  tree: Tree<R>,
  chosen: string | null,
  onLoad: ((node: TreeNode<R>) => Promise<void>) | undefined,
): OpenNodes {
  const [changed, setChanged] = useState<ReadonlySet<string> | null>(null)
  const [loading, setLoading] = useState<ReadonlySet<string>>(new Set())
  const isUnloaded = (id: string): boolean => tree.byId.get(id)?.isLazy === true && !tree.below.has(id)
  const first = useMemo(() => {
    const lazy = [...tree.byId.values()].filter(node => node.isLazy && !tree.below.has(node.id)).map(({ id }) => id)
    return new Set([...(tree.byId.size <= DRAW_ALL_UP_TO ? [] : closedFrom(tree, 2)), ...lazy])
  }, [tree])
  const closed = useMemo(() => {
    if (changed !== null || chosen === null) return changed ?? first
    const way = new Set(aboveOf(tree, chosen))
    return new Set([...first].filter(id => !way.has(id)))
  }, [changed, first, tree, chosen])
  const load = async (id: string): Promise<void> => {
    const node = tree.byId.get(id)
    if (!node || !onLoad || loading.has(id)) return
    setLoading(before => new Set(before).add(id))
    try {
      await onLoad(node)
      setChanged(before => new Set([...(before ?? closed)].filter(one => one !== id)))
    } catch {
      // The API client has shown the reason; the node stays closed and can be opened again.
    } finally {
      setLoading(before => new Set([...before].filter(one => one !== id)))
    }
  }
  return {
    closed,
    loading,
    open: ids => {
      for (const id of ids.filter(isUnloaded)) void load(id)
      setChanged(new Set([...closed].filter(id => !ids.includes(id) || isUnloaded(id))))
    },
    close: ids => setChanged(new Set([...closed, ...ids])),
    openAll: () => setChanged(new Set([...closed].filter(isUnloaded))),
    closeAll: () => setChanged(new Set(closedFrom(tree, 1))),
  }
}
