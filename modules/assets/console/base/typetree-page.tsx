import { PlusOutlined } from '@ant-design/icons'
import {
  can,
  ErrorState,
  fieldWord,
  type Language,
  lazyPart,
  PageHeader,
  parentOf,
  positionOf,
  type RecordFrom,
  Skeleton,
  type TreeColumn,
  type TreeNode,
  treeOf,
  TreeTable,
  useCommand,
  useList,
  useLiveRefresh,
  useMay,
  useTabQuery,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { deviceType } from '../../contract/device-type.ts'
import { TypeDetail } from './type-detail.tsx'
import { TypeIcon } from './type-icon.tsx'
import { typeName } from './type-name.ts'
import './base.css'

const AddType = lazyPart(async () => (await import('./add-type.tsx')).AddType)
const MAX_TYPES = 200
export type TypeRecord = RecordFrom<typeof deviceType>

/** Draws `/basedata/typetree`: device types as a tree; types are moved by dragging or by Alt and an arrow. */
export function Page() {
  const { t, language } = useWords()
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
  // Beside the tree the first type is shown until another is chosen; a new type goes below a chosen one only.
  const [first] = treeOf(typeNodes(list, language)).below.get(null) ?? []
  const shown = record ?? list.find(one => one.id === first)
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
            <Tree list={list} chosen={shown?.id ?? null} onChoose={choose} />
          </section>
          <section className="w-card w-card-pad">
            {shown ? (
              <TypeDetail key={shown.id} record={shown} all={list} />
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

/** Returns the types as nodes of a tree, in the order of their positions. */
function typeNodes(list: readonly TypeRecord[], language: Language): TreeNode<TypeRecord>[] {
  return list
    .toSorted((a, b) => a.position - b.position || (a.code < b.code ? -1 : 1))
    .map(row => ({ id: row.id, parent: row.parent, label: typeName(row, language), find: [row.code], row }))
}

function Tree({ list, chosen, onChoose }: TreeProps) {
  const words = useWords()
  const { t, language } = words
  const command = useCommand({ resource: deviceType, command: 'move' })
  const nodes = useMemo(() => typeNodes(list, language), [list, language])
  const tree = useMemo(() => treeOf(nodes), [nodes])
  const columns: TreeColumn<TypeRecord>[] = [
    {
      key: 'code',
      head: fieldWord(words, deviceType, 'code'),
      width: 'minmax(0, 96px)',
      onPhone: false,
      show: ({ row }) => !row.builtIn && <code className="w-quiet">{row.code}</code>,
    },
  ]
  return (
    <TreeTable
      label={t('assets.typeTree.tree')}
      nodes={nodes}
      chosen={chosen}
      onChoose={({ id }) => onChoose(id)}
      search={t('assets.typeTree.search')}
      note={t('assets.typeTree.count', { count: nodes.length })}
      columns={columns}
      name={({ label, row }) => (
        <>
          <TypeIcon name={row.icon} />
          <span className="w-clip">{label}</span>
        </>
      )}
      canMove={({ row }) => can(row, 'move')}
      rules={{
        mayMove: ({ id, row }, place) =>
          !row.builtIn || place.parent === parentOf(tree, id) || t('assets.typeTree.builtInStays'),
      }}
      canUndo
      onMove={async ({ id }, place) => {
        await command.mutateAsync({ ids: [id], input: { parent: place.parent, position: positionOf(tree, id, place) } })
        return true
      }}
    />
  )
}
