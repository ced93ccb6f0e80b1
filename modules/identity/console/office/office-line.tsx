import { CaretDownOutlined, ThunderboltOutlined, UserOutlined } from '@ant-design/icons'
import { StatusTag, useWords } from '@wattyard/console-kit'
import type { KeyboardEvent } from 'react'
import type { DropSide, TreeLine } from './tree-keys.ts'
import { withBelow } from './use-offices.ts'

interface OfficeLineProps {
  readonly line: TreeLine
  /** Pixels from the top of the tree. */
  readonly top: number
  readonly isChosen: boolean
  /** The one line that the tab key stops at. */
  readonly isStop: boolean
  readonly counts: boolean
  readonly isCarried: boolean
  readonly dropSide: DropSide | undefined
  readonly isRenamed: boolean
  /** Told the new name, or null when it stays. */
  readonly onRenamed: (name: string | null) => void
  readonly onFocus: () => void
  readonly onClick: () => void
  readonly onToggle: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

export function OfficeLine(props: OfficeLineProps) {
  const { line, isRenamed } = props
  const { node, level, isOpen, place, beside } = line
  const hasBelow = node.children.length > 0
  return (
    <div
      role="treeitem"
      className="id-tree-line"
      data-office={node.id}
      data-chosen={props.isChosen || undefined}
      data-closed={node.status === 'closed' || undefined}
      data-carried={props.isCarried || undefined}
      data-drop={props.dropSide}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={beside}
      aria-selected={props.isChosen}
      aria-expanded={hasBelow ? isOpen : undefined}
      tabIndex={props.isStop ? 0 : -1}
      style={{ top: props.top, paddingInlineStart: 4 + (level - 1) * 16 }}
      onFocus={props.onFocus}
      onClick={props.onClick}
      onKeyDown={isRenamed ? undefined : props.onKeyDown}
    >
      {/* Pointers only: the arrows of the keyboard do the same. */}
      <span
        className="id-tree-caret"
        data-open={isOpen || undefined}
        aria-hidden="true"
        onClick={event => {
          event.stopPropagation()
          props.onToggle()
        }}
      >
        {hasBelow && <CaretDownOutlined />}
      </span>
      {isRenamed ? (
        <NameInput name={node.label} onDone={props.onRenamed} />
      ) : (
        <span className="w-grow w-clip" title={`${node.label} · ${node.code}`}>
          {node.label}
        </span>
      )}
      {node.status === 'closed' && <StatusTag of="identity.office.status" value={node.status} />}
      {node.kind === 'operator' && <StatusTag of="identity.office.kind" value={node.kind} />}
      {props.counts && <Counts line={line} />}
    </div>
  )
}

const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** People and stations of the office and everything below it. */
function Counts({ line: { node } }: { line: TreeLine }) {
  const { t } = useWords()
  const all = withBelow(node)
  const stations = sumOf(all.map(one => one.stations))
  const people = sumOf(all.map(one => one.people))
  return (
    <span className="id-tree-counts w-num">
      {stations > 0 && (
        <span title={t('identity.org.stationsBelow', { count: stations })}>
          <ThunderboltOutlined aria-hidden="true" />
          {stations}
        </span>
      )}
      {people > 0 && (
        <span title={t('identity.org.peopleBelow', { count: people })}>
          <UserOutlined aria-hidden="true" />
          {people}
        </span>
      )}
    </span>
  )
}

function NameInput({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const { t } = useWords()
  return (
    <input
      className="w-grow"
      aria-label={t('identity.org.newName')}
      defaultValue={name}
      maxLength={100}
      ref={element => element?.focus()}
      onFocus={event => event.currentTarget.select()}
      onClick={event => event.stopPropagation()}
      onPointerDown={event => event.stopPropagation()}
      onBlur={event => onDone(event.currentTarget.value.trim() || null)}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.currentTarget.value = name
        event.currentTarget.blur()
      }}
    />
  )
}
