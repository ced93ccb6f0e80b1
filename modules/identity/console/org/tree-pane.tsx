import { ThunderboltOutlined, UserOutlined } from '@ant-design/icons'
import {
  parentOf,
  type TreeColumn,
  type TreeNode,
  type TreePlace,
  treeOf,
  useCommand,
  useMay,
  usePage,
  useSave,
  useWords,
} from '@wattyard/console-kit'
import { type ReactNode, useMemo, useState } from 'react'
import { office } from '../../contract/office.ts'
import { officeNodes, OfficeTree } from '../office/office-tree.tsx'
import { type OfficeNode, withBelow } from '../office/use-offices.ts'
import type { Moving } from './move-dialog.tsx'
import { MoveDialog } from './move-part.ts'

const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, one) => sum + (one ?? 0), 0)

/** Draws the tree of offices with search, folding, renaming in place, and moving by dragging or by keys. */
export function TreePane({ nodes, shownId }: { nodes: readonly OfficeNode[]; shownId: string | null }) {
  const { t } = useWords()
  const { showDetail } = usePage()
  const [moving, setMoving] = useState<Moving | null>(null)
  const mayMove = useMay('identity.office:move')
  const mayRename = useMay('identity.office:update')
  const columns = useCountColumns()
  const save = useSave(office)
  const command = useCommand({ resource: office, command: 'move' })
  const tree = useMemo(() => treeOf(officeNodes(nodes)), [nodes])
  const onMove = async ({ id }: TreeNode<OfficeNode>, to: TreePlace): Promise<boolean> => {
    if (to.parent !== parentOf(tree, id)) {
      // A new parent may change who can see what, so the dialog shows the consequences first.
      setMoving({ id, ...to })
      return false
    }
    await command.mutateAsync({ ids: [id], input: { ...to } })
    return true
  }
  return (
    <section className="w-card id-org-tree" aria-label={t('identity.office.tree')}>
      <OfficeTree
        offices={nodes}
        chosen={shownId}
        onChoose={({ id }) => showDetail(id)}
        search={t('identity.org.search')}
        note={t('identity.org.count', { count: nodes.flatMap(withBelow).length })}
        head={t('identity.office.noun')}
        columns={columns}
        canUndo
        {...(mayMove ? { onMove } : {})}
        {...(mayRename
          ? {
              rename: {
                label: t('identity.org.newName'),
                onDone: ({ id }, name) => save.mutate({ id, name }), // the API client shows a failure
              },
            }
          : {})}
        {...(mayMove || mayRename ? { keysNote: t('identity.org.keys') } : {})}
      />
      {moving && <MoveDialog moving={moving} nodes={nodes} onClose={() => setMoving(null)} />}
    </section>
  )
}

/** Returns the columns with the number of stations and people of each office, descendants included. */
function useCountColumns(): readonly TreeColumn<OfficeNode>[] {
  const { t } = useWords()
  const column = (
    key: 'stations' | 'people',
    icon: ReactNode,
    below: 'stationsBelow' | 'peopleBelow',
  ): TreeColumn<OfficeNode> => ({
    key,
    width: '44px',
    head: (
      <span title={t(`identity.org.${key}`)}>
        {icon}
        <span className="w-sr">{t(`identity.org.${key}`)}</span>
      </span>
    ),
    show: ({ row }) => {
      const count = sumOf(withBelow(row).map(one => one[key]))
      return count > 0 && <span title={t(`identity.org.${below}`, { count })}>{count}</span>
    },
  })
  return [
    column('stations', <ThunderboltOutlined aria-hidden="true" />, 'stationsBelow'),
    column('people', <UserOutlined aria-hidden="true" />, 'peopleBelow'),
  ]
}
