import { type KeyboardEvent, useRef } from 'react'
import { actionOf, typedAhead } from './tree-keys.ts'
import type { Tree, TreeLine, TreePlace } from './tree-model.ts'
import { stepPlace } from './tree-moves.ts'
import type { TreeTableProps } from './tree-props.ts'
import type { OpenNodes } from './use-open-nodes.ts'
import { controlsOf, type useTreeFocus } from './use-tree-focus.ts'

/** Pause in ms after which typed letters begin a new word. */
const TYPING_MS = 700

interface TreeKeys<R> {
  readonly props: TreeTableProps<R>
  readonly tree: Tree<R>
  readonly lines: readonly TreeLine<R>[]
  readonly folding: OpenNodes
  readonly focus: ReturnType<typeof useTreeFocus<R>>
  readonly canHold: (id: string) => boolean
  readonly move: (id: string, place: TreePlace | null, isHandle?: boolean) => void
  readonly moves: { readonly undo: () => Promise<void> }
  readonly goTo: (id: string) => void
  readonly setRenamed: (id: string) => void
}

/** Returns the key handler of a row and the controls inside it. */
export function useTreeKeys<R>({
  props,
  tree,
  lines,
  folding,
  focus,
  canHold,
  move,
  moves,
  goTo,
  setRenamed,
}: TreeKeys<R>): (event: KeyboardEvent<HTMLElement>, line: TreeLine<R>) => void {
  const typed = useRef({ text: '', at: 0 })
  const step = (line: TreeLine<R>, key: string, isHandle: boolean): void =>
    move(line.node.id, props.stepTo ? props.stepTo(line.node, key) : stepPlace(tree, line.node.id, key), isHandle)

  const inControl = (event: KeyboardEvent<HTMLElement>, line: TreeLine<R>): void => {
    const row = event.currentTarget
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target instanceof HTMLInputElement) return
    if (target.dataset.handle !== undefined && key.startsWith('Arrow') && canHold(line.node.id)) {
      event.preventDefault()
      return step(line, key, true)
    }
    const controls = controlsOf(row)
    const at = controls.indexOf(target)
    if (key === 'ArrowRight') controls[at + 1]?.focus()
    else if (key === 'ArrowLeft') (controls[at - 1] ?? row).focus()
    else if (key === 'Escape') row.focus()
    else return
    event.preventDefault()
  }

  const type = (event: KeyboardEvent<HTMLElement>, line: TreeLine<R>): void => {
    const isNew = event.timeStamp - typed.current.at > TYPING_MS
    typed.current = { text: (isNew ? '' : typed.current.text) + event.key, at: event.timeStamp }
    const found = typedAhead(lines, line.node.id, typed.current.text)
    if (found !== null) goTo(found)
  }

  const go = (event: KeyboardEvent<HTMLElement>, line: TreeLine<R>): void => {
    const action = actionOf(event.key, lines, line.node.id)
    if (!action) {
      if (event.key.length === 1) type(event, line)
      return
    }
    event.preventDefault()
    if ('to' in action) goTo(action.to)
    else if ('open' in action) folding.open(action.open)
    else if ('close' in action) folding.close([action.close])
    else if (!focus.intoRow(action.into)) {
      const next = lines[lines.indexOf(line) + 1]
      if (next?.parent === line.node.id) goTo(next.node.id)
    }
  }

  return (event, line) => {
    if (event.target !== event.currentTarget) return inControl(event, line)
    const { key } = event
    if (event.altKey && key.startsWith('Arrow') && canHold(line.node.id)) {
      event.preventDefault()
      return step(line, key, false)
    }
    if ((event.ctrlKey || event.metaKey) && key === 'z' && props.canUndo) {
      event.preventDefault()
      return void moves.undo()
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (key === 'F2' && props.rename) {
      event.preventDefault()
      return setRenamed(line.node.id)
    }
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      return props.onChoose?.(line.node)
    }
    go(event, line)
  }
}
