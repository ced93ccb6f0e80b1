import { type OfficeNode, withBelow } from '../office/use-offices.ts'

export interface OfficeOption {
  readonly value: string
  /** Names from the top down, because two offices may have the same name. */
  readonly label: string
}

/** Returns the offices as options in the order of the tree, without the office `without` and its descendants. */
export function officeOptions(nodes: readonly OfficeNode[], without?: string, path = ''): OfficeOption[] {
  return nodes.flatMap(node => {
    if (node.id === without) return []
    const label = path === '' ? node.label : `${path} / ${node.label}`
    return [{ value: node.id, label }, ...officeOptions(node.children, without, label)]
  })
}

/** Returns what is known of the next office: an operator in a company without one, because stations, prices and money need one. */
export function firstOffice(nodes: readonly OfficeNode[]): { readonly kind?: 'operator' } {
  return nodes.flatMap(withBelow).some(({ kind }) => kind === 'operator') ? {} : { kind: 'operator' }
}

/** Returns the offices directly below one, or at the top. */
export function childrenOf(nodes: readonly OfficeNode[], parent: string | null): readonly OfficeNode[] {
  if (parent === null) return nodes
  return nodes.flatMap(withBelow).find(({ id }) => id === parent)?.children ?? []
}
