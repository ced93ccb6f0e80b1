import { MenuItems, Popover, useSettings, changeSettings, useWords } from '@wattyard/console-kit'
import { useEffect, useRef } from 'react'
import { markPage, usePageMemory } from '../layout/page-memory.ts'
import { type Closed, hasAny } from './tab-list.ts'
import { close as closeTabs, openInWindow, pin, refresh, titleOf, useTabs } from './tab-store.ts'

/** Tab and position of the open menu. */
export interface MenuPlace {
  readonly path: string
  readonly left: number
  readonly top: number
}

interface TabMenuProps {
  place: MenuPlace
  shown: string
  go: (address: string) => void
  /** Moves the tab by a number of places. */
  onMove: (path: string, by: number) => void
  onClose: () => void
}

/** Draws the menu of a tab, with everything that the mouse or a key can do with it. */
export function TabMenu({ place, shown, go, onMove, onClose }: TabMenuProps) {
  const { t } = useWords()
  const list = useTabs()
  const afterClosing = useSettings(settings => settings.afterClosing)
  const { path, left, top } = place
  const isMarked = usePageMemory(memory => memory.marks.favourites.includes(path))
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => opener.current?.click(), [])
  const label = t('shell.tabMenu', { name: titleOf(path) })
  const at = list.tabs.findIndex(tab => tab.path === path)
  const tab = list.tabs[at]
  const isAt = (index: number): boolean => list.tabs[index]?.pinned === tab?.pinned
  const closing = (what: Closed, word: string) => ({
    key: what,
    label: word,
    disabled:
      !hasAny(list, what, path) && t(tab?.pinned && what === 'this' ? 'shell.tabIsPinned' : 'shell.tabNoneThere'),
    run: () => void closeTabs(what, path, shown, go),
  })
  const moving = (by: 1 | -1, word: string) => ({
    key: `move${by}`,
    label: word,
    disabled: (!list.tabs[at + by] || !isAt(at + by)) && t('shell.tabNoneThere'),
    run: () => onMove(path, by),
  })
  return (
    <Popover
      kind="menu"
      label={label}
      onClose={onClose}
      button={({ ref, ...props }) => (
        <button
          type="button"
          className="s-tab-menu"
          style={{ left, top }}
          tabIndex={-1}
          aria-label={label}
          {...props}
          ref={element => {
            opener.current = element
            ref(element)
          }}
        />
      )}
    >
      {({ close }) => (
        <MenuItems
          onDone={close}
          actions={[
            { key: 'refresh', label: t('shell.tabRefresh'), run: () => void refresh(path) },
            {
              key: 'pin',
              label: t(tab?.pinned ? 'shell.tabUnpin' : 'shell.tabPin'),
              run: () => pin(path, !tab?.pinned),
            },
            {
              key: 'mark',
              label: t(isMarked ? 'shell.stationUnmarkHint' : 'shell.stationMarkHint'),
              run: () => markPage(path),
            },
            moving(-1, t('shell.tabMoveLeft')),
            moving(1, t('shell.tabMoveRight')),
            { key: 'window', label: t('shell.tabOpenInWindow'), run: () => openInWindow(path) },
            null,
            closing('this', t('shell.tabCloseThis')),
            closing('left', t('shell.tabCloseLeft')),
            closing('right', t('shell.tabCloseRight')),
            closing('others', t('shell.tabCloseOthers')),
            closing('all', t('shell.tabCloseAll')),
            null,
            {
              key: 'after',
              label: t(afterClosing === 'last' ? 'shell.tabAfterPrevious' : 'shell.tabAfterLast'),
              run: () => changeSettings({ afterClosing: afterClosing === 'last' ? 'previous' : 'last' }),
            },
          ]}
        />
      )}
    </Popover>
  )
}
