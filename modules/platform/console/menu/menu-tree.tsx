import { type MenuView } from '../../contract/calls/menu.ts'
import { dropPlace, matchesText, useInTurn, useMay, useRowDrag, useWords } from '@wattyard/console-kit'
import type { LayoutGroup } from '@wattyard/pages'
import { useRef, useState } from 'react'
import { type MoveStep, RowFace, TreeGroup } from './tree-group.tsx'
import {
  isShowable,
  layoutFrom,
  type Place,
  steppedPlace,
  titleIn,
  useMenuWrites,
  withEntryAt,
  withGroupAt,
} from './use-menu.ts'

/** Rows of the tree that are not the held one, from the top. */
function rowsOf(
  list: HTMLElement | null,
  held: string,
  selector: string,
): { key: string; group: string; middle: number }[] {
  return [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])]
    .filter(row => row.dataset.key !== held)
    .map(row => {
      const { top, height } = row.getBoundingClientRect()
      return { key: row.dataset.key ?? '', group: row.dataset.group ?? '', middle: top + height / 2 }
    })
}

/** Where an entry held at this height would stand: at the head of a group, or behind an entry. */
function placeAt(list: HTMLElement | null, held: string, y: number): Place | null {
  const rows = rowsOf(list, held, '.platform-menu-row')
  const above = rows.findLast(row => row.middle < y) ?? rows[0]
  if (!above) return null
  return { group: above.group, after: above.key === above.group ? null : above.key }
}

/** Groups and what stands in them; moved by the handles, with the pointer or the arrow keys. */
export function MenuTree({ menu, onEdit }: { menu: MenuView; onEdit: (key: string) => void }) {
  const { t, language } = useWords()
  const writes = useMenuWrites()
  const inTurn = useInTurn()
  const mayArrange = useMay('platform.menuEntry:update')
  const list = useRef<HTMLUListElement>(null)
  const [draft, setDraft] = useState<{ layout: LayoutGroup[]; group: string | null } | null>(null)
  /** The same at once: a quick hand lets go before anything was drawn. */
  const dragged = useRef<typeof draft>(null)
  const [said, setSaid] = useState('')
  const [sought, setSought] = useState('')
  const stored = layoutFrom(menu)
  const layout = draft?.layout ?? stored
  const name = (key: string): string => titleIn(menu, key, language)

  const put = async (next: LayoutGroup[], group: string | null): Promise<void> => {
    const mine = { layout: next, group }
    setDraft(mine)
    const keys =
      group === null
        ? next.map(one => one.key)
        : (next.find(one => one.key === group)?.entries.map(one => one.key) ?? [])
    await inTurn(() => writes.arrange(group, keys)).catch(() => undefined)
    // Somebody may be dragging again by now.
    setDraft(now => (now === mine ? null : now))
  }
  const isGroup = (key: string): boolean => stored.some(group => group.key === key)
  const drag = useRowDrag(list, {
    over(key, y) {
      const now = dragged.current?.layout ?? layout
      if (isGroup(key)) {
        const middles = rowsOf(list.current, key, '[data-head]').map(row => row.middle)
        dragged.current = { layout: withGroupAt(now, key, dropPlace(middles, y)), group: null }
        setDraft(dragged.current)
        return
      }
      const place = placeAt(list.current, key, y)
      if (!place) return
      dragged.current = { layout: withEntryAt(now, key, place), group: place.group }
      setDraft(dragged.current)
    },
    end(_key, isDropped) {
      const orderOf = (of: readonly LayoutGroup[]): string =>
        of.map(group => [group.key, ...group.entries.map(entry => entry.key)].join(' ')).join('\n')
      const held = dragged.current
      dragged.current = null
      if (isDropped && held && orderOf(held.layout) !== orderOf(stored)) void put(held.layout, held.group)
      else setDraft(null)
    },
  })
  const step = (key: string, towards: MoveStep): void => {
    if (isGroup(key)) {
      const to = stored.findIndex(group => group.key === key) + (towards === 'up' ? -1 : 1)
      if ((towards !== 'up' && towards !== 'down') || to < 0 || to >= stored.length) return
      void put(withGroupAt(stored, key, to), null)
      setSaid(t('platform.menu.groupMoved', { name: name(key), place: to + 1 }))
      return
    }
    const place = steppedPlace(stored, key, towards, entry => isShowable(menu, entry))
    if (!place) return
    const next = withEntryAt(stored, key, place)
    void put(next, place.group)
    const seen = next.find(group => group.key === place.group)?.entries.filter(entry => isShowable(menu, entry)) ?? []
    const at = seen.findIndex(entry => entry.key === key) + 1
    setSaid(t('platform.menu.moved', { name: name(key), group: name(place.group), place: at }))
  }
  const wanted = sought.trim().toLowerCase()
  const holds = (key: string): boolean => matchesText(name(key), wanted) || key.toLowerCase().includes(wanted)
  return (
    <section className="w-card platform-menu-tree">
      <div className="platform-menu-find">
        <input
          className="w-input"
          type="search"
          maxLength={60}
          aria-label={t('platform.menu.search')}
          placeholder={t('platform.menu.search')}
          value={sought}
          onChange={event => setSought(event.target.value)}
        />
      </div>
      {Object.hasOwn(menu.opens, '/home') && wanted === '' && (
        <div className="platform-menu-row platform-menu-home">
          <RowFace menu={menu} itemKey="/home" name={name('/home')} icon="home" badge={undefined} onEdit={onEdit} />
        </div>
      )}
      <ul ref={list} aria-label={t('platform.menu.tree')}>
        {layout
          .filter(group => wanted === '' || holds(group.key) || group.entries.some(entry => holds(entry.key)))
          .map(group => (
            <TreeGroup
              key={group.key}
              menu={menu}
              group={group}
              isShown={key => wanted === '' || holds(group.key) || holds(key)}
              held={drag.held}
              mayArrange={mayArrange && wanted === ''}
              onHold={drag.onPointerDown}
              onStep={step}
              onEdit={onEdit}
            />
          ))}
      </ul>
      <output className="w-sr">{said}</output>
    </section>
  )
}
