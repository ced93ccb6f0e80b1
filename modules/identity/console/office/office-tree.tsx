import { EmptyState, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { OfficeLine } from './office-line.tsx'
import { foundIn, linesOf, moveOf, type TreeLine } from './tree-keys.ts'
import { type ClosedOffices, useClosed } from './use-closed.ts'
import type { OfficeNode } from './use-offices.ts'
import { type OfficePlace, useTreeDrag } from './use-tree-drag.ts'
import { LINE_PX, showLine, useWindow } from './use-window.ts'
import './office.css'

const NONE: ReadonlySet<string> = new Set()

interface OfficeTreeProps {
  readonly nodes: readonly OfficeNode[]
  /** Id of the chosen office. */
  readonly chosen: string | undefined
  readonly onChoose: (node: OfficeNode) => void
  /** Only offices that fit, and those above them; all open. */
  readonly sought?: string
  /** Which are closed, where the owner has a say in it. */
  readonly folding?: ClosedOffices
  /** How many people and stations each has. */
  readonly counts?: boolean
  /** Offices can be carried elsewhere; told where one was let go. */
  readonly onMove?: (node: OfficeNode, to: OfficePlace) => void
  /** Alt with an arrow: one place up (-1) or down (1) among those beside it. */
  readonly onStep?: (node: OfficeNode, lines: readonly TreeLine[], step: -1 | 1) => void
  /** F2 renames in place. */
  readonly onRename?: (node: OfficeNode, name: string) => void
}

/** Offices as a tree: one stop of the tab key, arrows inside, Enter or a click chooses. Only lines in sight are drawn. */
export function OfficeTree(props: OfficeTreeProps) {
  const { nodes, chosen, onChoose, sought = '', onMove, onStep, onRename } = props
  const { t } = useWords()
  const tree = useRef<HTMLDivElement>(null)
  const own = useClosed(nodes, chosen)
  const folding = props.folding ?? own
  const isSought = sought.trim() !== ''
  const lines = useMemo(
    () => (isSought ? linesOf(foundIn(nodes, sought), NONE) : linesOf(nodes, folding.closed)),
    [isSought, nodes, sought, folding.closed],
  )
  const { from, to } = useWindow(tree, lines.length)
  const [held, setHeld] = useState<string | undefined>(chosen)
  const [renamed, setRenamed] = useState<string | null>(null)
  const wanted = useRef<string | null>(null)
  const drag = useTreeDrag(tree, isSought || !onMove ? null : lines, onMove)
  const at = (id: string | undefined): number => lines.findIndex(({ node }) => node.id === id)
  const stop = [at(held), at(chosen), 0].find(index => index >= 0) ?? 0

  // The line of the tab key is always there, or the keyboard would lose its way in by scrolling.
  const drawn = lines
    .map((line, index) => ({ line, index }))
    .filter(({ index }) => (index >= from && index < to) || index === stop)

  // A line that was out of sight has to be drawn before it can have the focus.
  useEffect(() => {
    const id = wanted.current
    const line = id === null ? null : tree.current?.querySelector<HTMLElement>(`[data-office="${id}"]`)
    if (!line) return
    wanted.current = null
    line.focus({ preventScroll: true })
  })
  useEffect(() => {
    const index = lines.findIndex(({ node }) => node.id === chosen)
    if (tree.current && index >= 0) showLine(tree.current, index)
    // Only when another is chosen: the tree stays where somebody has scrolled it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- lines are read, not followed
  }, [chosen])

  const goTo = (id: string): void => {
    setHeld(id)
    wanted.current = id
    if (tree.current) showLine(tree.current, at(id))
  }
  const press = (event: KeyboardEvent, { node }: TreeLine): void => {
    const { key } = event
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
    if (event.altKey && step !== 0 && onStep && !isSought) {
      event.preventDefault()
      wanted.current = node.id
      return onStep(node, lines, step)
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (key === 'F2' && onRename) {
      event.preventDefault()
      return setRenamed(node.id)
    }
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      return onChoose(node)
    }
    const move = moveOf(key, lines, node.id)
    if (!move) return
    event.preventDefault()
    if ('to' in move) goTo(move.to)
    else if ('open' in move) folding.open(move.open)
    else folding.close([move.close])
  }
  if (lines.length === 0) return <EmptyState title={t(isSought ? 'kit.noMatch' : 'identity.org.noOffices')} />
  return (
    <div ref={tree} className="id-tree" role="tree" aria-label={t('identity.office.tree')} {...drag.events}>
      <div className="id-tree-lines" role="presentation" style={{ height: lines.length * LINE_PX }}>
        {drawn.map(({ line, index }) => (
          <OfficeLine
            key={line.node.id}
            line={line}
            top={index * LINE_PX}
            isChosen={line.node.id === chosen}
            isStop={index === stop}
            counts={props.counts ?? false}
            isCarried={drag.carried === line.node.id}
            dropSide={drag.target?.index === index ? drag.target.side : undefined}
            isRenamed={renamed === line.node.id}
            onRenamed={name => {
              setRenamed(null)
              goTo(line.node.id)
              if (name !== null && name !== line.node.label) onRename?.(line.node, name)
            }}
            onFocus={() => setHeld(line.node.id)}
            onClick={() => !drag.hasCarried() && onChoose(line.node)}
            onToggle={() => (line.isOpen ? folding.close([line.node.id]) : folding.open([line.node.id]))}
            onKeyDown={event => press(event, line)}
          />
        ))}
      </div>
    </div>
  )
}
