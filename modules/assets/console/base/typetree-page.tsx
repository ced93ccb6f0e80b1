import { CaretDownOutlined, CaretRightOutlined, PlusOutlined } from '@ant-design/icons'
import {
  can,
  ErrorState,
  lazyPart,
  PageHeader,
  type RecordFrom,
  Skeleton,
  toast,
  useCommand,
  useList,
  useLiveRefresh,
  useMay,
  useWords,
  useTabQuery,
} from '@wattyard/console-kit'
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from 'antd'
import { deviceType } from '../../contract/device-type.ts'
import { TypeDetail } from './type-detail.tsx'
import { TypeIcon } from './type-icon.tsx'
import { typeName } from './type-name.ts'
import { dropMove, keyMove, linesOf, type Move, type TreeLine } from './type-tree.ts'
import './base.css'

const AddType = lazyPart(async () => (await import('./add-type.tsx')).AddType)
const MAX_TYPES = 200
export type TypeRecord = RecordFrom<typeof deviceType>

/** `/basedata/typetree`: kinds of devices as a tree; types are moved by dragging or by Alt and an arrow. */
export function Page() {
  const { t } = useWords()
  const types = useList(deviceType, { page: 1, pageSize: MAX_TYPES })
  useLiveRefresh(['assets.deviceType'], ['assets.deviceType'])
  const [params, setParams] = useTabQuery()
  const mayCreate = useMay('assets.deviceType:create')
  const chosen = params.get('type')
  const [isAdding, setAdding] = useState(false)
  const choose = (id: string) => setParams({ type: id }, { replace: true })
  if (types.error && !types.data) return <ErrorState error={types.error} onRetry={() => void types.refetch()} />
  const list = types.data?.list ?? []
  const record = list.find(one => one.id === chosen)
  return (
    <div className="w-page">
      <PageHeader title={t('route./basedata/typetree')} note={t('assets.typeTree.hint')}>
        {mayCreate && (
          <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t(record ? 'assets.typeTree.add' : 'assets.typeTree.addRoot')}
          </Button>
        )}
      </PageHeader>
      {!types.data ? (
        <Skeleton lines={10} />
      ) : (
        <div className="as-tree-page">
          <section className="w-card as-tree-card">
            <Tree list={list} chosen={chosen} onChoose={choose} />
          </section>
          <section className="w-card w-card-pad">
            {record ? (
              <TypeDetail record={record} all={list} />
            ) : (
              <p className="w-quiet">{t('assets.typeTree.choose')}</p>
            )}
          </section>
        </div>
      )}
      {isAdding && (
        <AddType
          parent={record ?? null}
          onDone={id => {
            setAdding(false)
            if (id) choose(id)
          }}
        />
      )}
    </div>
  )
}

interface TreeProps {
  readonly list: readonly TypeRecord[]
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

function Tree({ list, chosen, onChoose }: TreeProps) {
  const { t, language } = useWords()
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [over, setOver] = useState<{ id: string; share: number } | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const root = useRef<HTMLUListElement>(null)
  const command = useCommand({ resource: deviceType, command: 'move' })
  const lines = useMemo(() => linesOf(list, folded), [list, folded])
  const active = lines.some(line => line.type.id === chosen) ? chosen : (lines[0]?.type.id ?? null)
  const fold = (id: string, on: boolean) =>
    setFolded(before => {
      const next = new Set(before)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  const focus = (id: string) => {
    onChoose(id)
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`[data-type="${id}"]`)?.focus())
  }
  const move = async (line: TreeLine<TypeRecord>, to: Move | null): Promise<void> => {
    if (!can(line.type, 'move')) return
    if (to === null) {
      if (line.type.builtIn) toast.info(t('assets.typeTree.builtInStays'))
      return
    }
    try {
      await command.mutateAsync({ ids: [line.type.id], input: { parent: to.parent, position: to.position } })
      const above = list.find(one => one.id === to.parent)
      toast.good(t('assets.typeTree.moved', { name: above ? typeName(above, language) : t('assets.typeTree.top') }))
      focus(line.type.id)
    } catch {
      // The client has said why.
    }
  }
  const onKeyDown = (event: KeyboardEvent, line: TreeLine<TypeRecord>) => {
    if (!event.key.startsWith('Arrow')) return
    event.preventDefault()
    const { id } = line.type
    if (event.altKey) {
      void move(line, keyMove(lines, id, event.key))
      return
    }
    const at = lines.indexOf(line)
    if (event.key === 'ArrowLeft' && line.hasChildren && !folded.has(id)) fold(id, true)
    else if (event.key === 'ArrowRight' && line.hasChildren && folded.has(id)) fold(id, false)
    else if (event.key === 'ArrowLeft' && line.type.parent) focus(line.type.parent)
    else {
      const next =
        lines[event.key === 'ArrowUp' ? at - 1 : event.key === 'ArrowDown' || event.key === 'ArrowRight' ? at + 1 : at]
      if (next) focus(next.type.id)
    }
  }
  const shareOf = (event: DragEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return (event.clientY - box.top) / box.height
  }
  return (
    <ul ref={root} role="tree" aria-label={t('assets.typeTree.tree')} className="as-tree">
      {lines.map(line => {
        const { type, depth, hasChildren } = line
        const name = typeName(type, language)
        const isFolded = folded.has(type.id)
        const isOver = over?.id === type.id && dropMove(lines, dragged ?? '', type.id, over.share) !== null
        return (
          <li
            key={type.id}
            role="treeitem"
            aria-level={depth + 1}
            aria-expanded={hasChildren ? !isFolded : undefined}
            aria-selected={type.id === chosen}
            data-type={type.id}
            data-over={isOver ? (over.share < 1 / 3 ? 'before' : over.share > 2 / 3 ? 'after' : 'inside') : undefined}
            tabIndex={type.id === active ? 0 : -1}
            draggable={can(type, 'move')}
            style={{ paddingInlineStart: 8 + depth * 22 }}
            onClick={() => onChoose(type.id)}
            onKeyDown={event => onKeyDown(event, line)}
            onDragStart={() => {
              setDragged(type.id)
            }}
            onDragOver={event => {
              event.preventDefault()
              setOver({ id: type.id, share: shareOf(event) })
            }}
            onDragEnd={() => {
              setOver(null)
              setDragged(null)
            }}
            onDrop={event => {
              event.preventDefault()
              setOver(null)
              const from = lines.find(one => one.type.id === dragged)
              if (from) void move(from, dropMove(lines, from.type.id, type.id, shareOf(event)))
            }}
          >
            {hasChildren ? (
              <button
                type="button"
                tabIndex={-1}
                className="w-icon-button as-fold"
                aria-label={t(isFolded ? 'assets.typeTree.expand' : 'assets.typeTree.collapse', { name })}
                onClick={event => {
                  event.stopPropagation()
                  fold(type.id, !isFolded)
                }}
              >
                {isFolded ? <CaretRightOutlined /> : <CaretDownOutlined />}
              </button>
            ) : (
              <span className="as-fold" />
            )}
            <TypeIcon name={type.icon} />
            <span className="w-clip">{name}</span>
            {!type.builtIn && <code className="w-quiet">{type.code}</code>}
          </li>
        )
      })}
    </ul>
  )
}
