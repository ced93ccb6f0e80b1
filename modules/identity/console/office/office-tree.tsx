import { CaretDownOutlined } from '@ant-design/icons'
import { StatusTag, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useRef, useState } from 'react'
import { linesOf, moveOf, type TreeLine } from './tree-keys.ts'
import type { OfficeNode } from './use-offices.ts'
import './office.css'

interface OfficeTreeProps {
  readonly nodes: readonly OfficeNode[]
  /** Id of the chosen office. */
  readonly chosen: string | undefined
  readonly onChoose: (node: OfficeNode) => void
}

/** Offices as a tree: one stop of the tab key, arrows inside, Enter or a click chooses. */
export function OfficeTree({ nodes, chosen, onChoose }: OfficeTreeProps) {
  const { t } = useWords()
  const tree = useRef<HTMLUListElement>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set())
  const [held, setHeld] = useState<string | undefined>(chosen)
  const lines = linesOf(nodes, closed)
  const stop = lines.find(({ node }) => node.id === held) ?? lines.find(({ node }) => node.id === chosen) ?? lines[0]

  const toggle = (id: string, isOpen: boolean): void =>
    setClosed(before => {
      const next = new Set(before)
      if (isOpen) next.delete(id)
      else next.add(id)
      return next
    })
  const goTo = (id: string): void => {
    setHeld(id)
    tree.current?.querySelector<HTMLElement>(`[data-office="${id}"]`)?.focus()
  }
  const press = (event: KeyboardEvent, { node }: TreeLine): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onChoose(node)
    }
    const move = event.ctrlKey || event.altKey || event.metaKey ? null : moveOf(event.key, lines, node.id)
    if (!move) return
    event.preventDefault()
    if ('to' in move) goTo(move.to)
    else if ('open' in move) toggle(move.open, true)
    else toggle(move.close, false)
  }
  return (
    <ul ref={tree} className="id-tree" role="tree" aria-label={t('identity.office.tree')}>
      {lines.map(line => {
        const { node, level, isOpen } = line
        return (
          <li
            key={node.id}
            role="treeitem"
            data-office={node.id}
            data-chosen={node.id === chosen || undefined}
            aria-level={level}
            aria-selected={node.id === chosen}
            aria-expanded={node.children.length > 0 ? isOpen : undefined}
            tabIndex={node === stop?.node ? 0 : -1}
            style={{ paddingInlineStart: 4 + (level - 1) * 16 }}
            onFocus={() => setHeld(node.id)}
            onClick={() => onChoose(node)}
            onKeyDown={event => press(event, line)}
          >
            {/* Pointers only: the arrows of the keyboard do the same. */}
            <span
              className="id-tree-caret"
              data-open={isOpen || undefined}
              aria-hidden="true"
              onClick={event => {
                event.stopPropagation()
                toggle(node.id, !isOpen)
              }}
            >
              {node.children.length > 0 && <CaretDownOutlined />}
            </span>
            <span className="w-grow w-clip" title={`${node.label} · ${node.code}`}>
              {node.label}
            </span>
            {node.kind === 'operator' && <StatusTag of="identity.office.kind" value={node.kind} />}
          </li>
        )
      })}
    </ul>
  )
}
