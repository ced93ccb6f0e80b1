import { useMemo, useState } from 'react'
import { above, closedFrom } from './tree-keys.ts'
import { type OfficeNode, withBelow } from './use-offices.ts'

/** A tree with more offices begins closed below its second level. */
const ALL_OPEN_UP_TO = 200

export interface ClosedOffices {
  readonly closed: ReadonlySet<string>
  readonly open: (ids: readonly string[]) => void
  readonly close: (ids: readonly string[]) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

/** Which offices are closed; the way to the chosen one is open from the start. */
export function useClosed(nodes: readonly OfficeNode[], chosen: string | undefined): ClosedOffices {
  const first = useMemo(() => {
    const isSmall = nodes.flatMap(withBelow).length <= ALL_OPEN_UP_TO
    return new Set(isSmall ? [] : closedFrom(nodes, 2))
  }, [nodes])
  const [changed, setClosed] = useState<ReadonlySet<string> | null>(null)
  const closed = useMemo(() => {
    if (changed !== null || chosen === undefined) return changed ?? first
    const way = new Set(above(nodes, chosen))
    return new Set([...first].filter(id => !way.has(id)))
  }, [changed, first, nodes, chosen])
  return {
    closed,
    open: ids => setClosed(new Set([...closed].filter(id => !ids.includes(id)))),
    close: ids => setClosed(new Set([...closed, ...ids])),
    openAll: () => setClosed(new Set()),
    closeAll: () => setClosed(new Set(closedFrom(nodes, 1))),
  }
}
