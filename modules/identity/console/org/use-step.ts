import { useCommand } from '@wattyard/console-kit'
import { office } from '../../contract/office.ts'
import { nextBeside, type TreeLine } from '../office/tree-keys.ts'
import type { OfficeNode } from '../office/use-offices.ts'

/** Moves an office one place up (-1) or down (1) among those beside it. Only the order changes, so nothing is asked. */
export function useStep(): (node: OfficeNode, lines: readonly TreeLine[], step: -1 | 1) => void {
  const move = useCommand({ resource: office, command: 'move' })
  return (node, lines, step) => {
    const line = lines.find(one => one.node.id === node.id)
    if (!line || move.isPending || line.place + step < 1 || line.place + step > line.beside) return
    // Down is in front of the one after the next, or behind all of them.
    const before = nextBeside(lines, line, step === -1 ? -1 : 2)?.node.id ?? null
    move.mutate({ ids: [node.id], input: { parent: line.parent, before } })
  }
}
