import { type MenuView } from '../../contract/calls/menu.ts'
import {
  type TreeColumn,
  type TreeNode,
  type TreePlace,
  TreeTable,
  useInTurn,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import type { LayoutEntry, LayoutGroup } from '@wattyard/pages'
import { useState } from 'react'
import { HideButton, RowFace } from './menu-row.tsx'
import { behindIn, isShowable, layoutFrom, titleIn, useMenuWrites, withEntryAt, withGroupAt } from './use-menu.ts'

/** A row of the tree: the home page, a group, or an entry of one. */
interface MenuRow {
  readonly kind: 'home' | 'group' | 'entry'
  readonly group: string
  readonly hidden: boolean
  readonly icon: string | undefined
  readonly badge: string | undefined
  readonly code: string
  /** Note beside a group that has nothing to show. */
  readonly note: string
}

const HOME = '/home'

/** Returns the layout of the menu, with a pending move applied until it is stored, and the function that moves rows. */
function useArranging(menu: MenuView) {
  const writes = useMenuWrites()
  const inTurn = useInTurn()
  const [draft, setDraft] = useState<LayoutGroup[] | null>(null)
  const layout = draft ?? layoutFrom(menu)
  const put = async (next: LayoutGroup[], group: string | null): Promise<void> => {
    setDraft(next)
    const keys =
      group === null
        ? next.map(one => one.key)
        : (next.find(one => one.key === group)?.entries.map(one => one.key) ?? [])
    try {
      await inTurn(() => writes.arrange(group, keys))
    } finally {
      // Another move may have started by now.
      setDraft(now => (now === next ? null : now))
    }
  }
  const move = async (node: TreeNode<MenuRow>, { parent, before }: TreePlace): Promise<boolean> => {
    if (node.row.kind === 'group') {
      const others = layout.filter(one => one.key !== node.id)
      const at = before === null ? others.length : others.findIndex(one => one.key === before)
      await put(withGroupAt(layout, node.id, at), null)
    } else if (parent !== null) {
      await put(
        withEntryAt(layout, node.id, { group: parent, after: behindIn(layout, parent, node.id, before) }),
        parent,
      )
    }
    return true
  }
  return { layout, move }
}

/** Returns the rows of the menu. Pages that are not built keep their place in the layout. */
function useMenuNodes(menu: MenuView, layout: readonly LayoutGroup[]): TreeNode<MenuRow>[] {
  const { t, language } = useWords()
  const node = (key: string, parent: string | null, row: MenuRow): TreeNode<MenuRow> => ({
    id: key,
    parent,
    label: titleIn(menu, key, language),
    find: [key],
    row,
  })
  const entryNode = (group: string, { key, hidden, icon, badge, link }: LayoutEntry): TreeNode<MenuRow> =>
    node(key, group, { kind: 'entry', group, hidden, icon, badge, code: link ?? key, note: '' })
  const home = { kind: 'home', group: '', hidden: false, icon: 'home', badge: undefined, code: HOME, note: '' } as const
  return [
    ...(Object.hasOwn(menu.opens, HOME) ? [node(HOME, null, home)] : []),
    ...layout.flatMap(({ key, hidden, icon, badge, entries }) => {
      const shown = entries.filter(entry => isShowable(menu, entry))
      const note = shown.length === 0 ? t('platform.menu.empty') : ''
      return [
        node(key, null, { kind: 'group', group: key, hidden, icon, badge, code: '', note }),
        ...shown.map(entry => entryNode(key, entry)),
      ]
    }),
  ]
}

/**
 * Draws the groups and their entries; they are moved by dragging, by arrow keys on the handles, or by Alt with an arrow on the
 * rows.
 */
export function MenuTree({ menu, onEdit }: { menu: MenuView; onEdit: (key: string) => void }) {
  const { t } = useWords()
  const mayArrange = useMay('platform.menuEntry:update')
  const { layout, move } = useArranging(menu)
  const nodes = useMenuNodes(menu, layout)
  const columns: TreeColumn<MenuRow>[] = [
    {
      key: 'code',
      head: '',
      width: 'minmax(0, 0.7fr)',
      onPhone: false,
      show: ({ row }) =>
        row.kind === 'entry' ? (
          <small className="w-mono w-quiet">{row.code}</small>
        ) : (
          <small className="w-quiet">{row.note}</small>
        ),
    },
  ]
  return (
    <section className="w-card platform-menu-tree">
      <TreeTable
        label={t('platform.menu.tree')}
        nodes={nodes}
        onChoose={({ id }) => onEdit(id)}
        search={t('platform.menu.search')}
        columns={columns}
        name={({ id, label, row }) => (
          <RowFace menu={menu} itemKey={id} name={label} icon={row.icon} badge={row.badge} />
        )}
        actions={({ id, label, row }) =>
          row.kind !== 'home' && <HideButton menu={menu} itemKey={id} name={label} hidden={row.hidden} />
        }
        rowData={({ id, row }) => ({
          'data-key': id,
          'data-group': row.group,
          'data-head': row.kind === 'group' ? '' : undefined,
          'data-hidden': row.hidden ? '' : undefined,
        })}
        canMove={({ row }) => row.kind !== 'home'}
        rules={{
          maxLevel: 2,
          mayMove: ({ row }, place) =>
            row.kind === 'group' ? place.parent === null && place.before !== HOME : isGroup(layout, place.parent),
        }}
        stepTo={({ id, parent, row }, key) => stepIn(nodes, { id, parent, kind: row.kind }, key)}
        moveText={({ label, row }, place) => {
          const beside = nodes.filter(one => one.parent === place.parent && one.row.kind === row.kind)
          const others = beside.filter(one => one.label !== label).map(({ id }) => id)
          const at = (place.before === null ? others.length : others.indexOf(place.before)) + 1
          const group = nodes.find(({ id }) => id === place.parent)?.label ?? ''
          return row.kind === 'group'
            ? t('platform.menu.groupMoved', { name: label, place: at })
            : t('platform.menu.moved', { name: label, group, place: at })
        }}
        handle={({ label, row }) =>
          t(row.kind === 'group' ? 'platform.menu.moveGroup' : 'platform.menu.move', { name: label })
        }
        canUndo
        {...(mayArrange ? { onMove: move } : {})}
      />
    </section>
  )
}

const isGroup = (layout: readonly LayoutGroup[], key: string | null): boolean => layout.some(group => group.key === key)

/**
 * Returns the place to which an arrow moves a row: up and down among its siblings, left and right to the end of the neighbouring
 * groups.
 */
function stepIn(
  nodes: readonly TreeNode<MenuRow>[],
  { id, parent, kind }: { id: string; parent: string | null; kind: MenuRow['kind'] },
  key: string,
): TreePlace | null {
  const groups = nodes.filter(node => node.row.kind === 'group').map(node => node.id)
  const beside =
    kind === 'group'
      ? groups
      : nodes.filter(node => node.parent === parent && node.row.kind === kind).map(node => node.id)
  const at = beside.indexOf(id)
  if (key === 'ArrowUp') return at > 0 ? { parent, before: beside[at - 1] ?? null } : null
  if (key === 'ArrowDown') return at + 1 < beside.length ? { parent, before: beside[at + 2] ?? null } : null
  if (kind !== 'entry' || parent === null) return null
  const target = groups[groups.indexOf(parent) + (key === 'ArrowLeft' ? -1 : 1)]
  return target === undefined ? null : { parent: target, before: null }
}
