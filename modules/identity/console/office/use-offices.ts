import { useQuery } from '@tanstack/react-query'
import { api, useMay } from '@wattyard/console-kit'
import { type OfficeNode, readOfficeTree } from '../../contract/calls/office.ts'

export type { OfficeNode } from '../../contract/calls/office.ts'

/** Reads the tree of offices, again whenever an office changes. Without the permission nothing is read. */
export function useOffices() {
  const mayRead = useMay('identity.office:read')
  const tree = useQuery({
    queryKey: ['identity.office', 'tree'],
    queryFn: async ({ signal }) => (await api.call(readOfficeTree, {}, { signal, lane: 'page', quiet: true })).list,
    enabled: mayRead,
  })
  return { ...tree, mayRead }
}

/** Returns an office and all its descendants, itself first. */
export function withBelow(node: OfficeNode): OfficeNode[] {
  return [node, ...node.children.flatMap(withBelow)]
}

export function findOffice(nodes: readonly OfficeNode[], id: string | undefined): OfficeNode | undefined {
  return nodes.flatMap(withBelow).find(node => node.id === id)
}
