import { CloseOutlined } from '@ant-design/icons'
import { MenuItems, Popover, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { routeAt } from '../routes/contract-routes.ts'
import type { OpenTab } from './tab-list.ts'
import { closeAll, closeOne, closeOthers, refresh, titleOf, useTabs } from './tab-store.ts'
import './tab-strip.css'

/** Where the menu of which tab stands. */
interface MenuPlace {
  readonly path: string
  readonly left: number
  readonly top: number
}

/**
 * Open pages as tabs (APG "tabs with deletable tabs"): arrows move, Delete closes, the menu key or Shift+F10 opens the
 * tab's menu. The wheel scrolls sideways; the shown tab is kept in view.
 */
export function TabStrip({ shown }: { shown: string }) {
  const { t } = useWords()
  const tabs = useTabs(list => list.tabs)
  const navigate = useNavigate()
  const strip = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  useEffect(() => {
    strip.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown, tabs.length])
  if (tabs.length === 0) return null

  const go = (path: string): void => void navigate(path)
  const byKey = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    const tab = tabs[index]
    if (!tab) return
    if (event.key === 'Delete') void closeOne(tab.path, shown, go)
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      const { left, bottom } = event.currentTarget.getBoundingClientRect()
      setMenu({ path: tab.path, left, top: bottom })
    }
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[(to + tabs.length) % tabs.length]?.focus()
  }
  return (
    <section aria-label={t('shell.tabs')}>
      <div
        ref={strip}
        className="s-tabs w-no-print"
        role="tablist"
        tabIndex={-1}
        aria-label={t('shell.tabs')}
        onWheel={event => {
          if (event.deltaX === 0) strip.current?.scrollBy({ left: event.deltaY })
        }}
      >
        {tabs.map((tab, index) => (
          <TabItem
            key={tab.path}
            tab={tab}
            isShown={tab.path === shown}
            onGo={() => go(tab.path + tab.search + tab.hash)}
            onClose={() => void closeOne(tab.path, shown, go)}
            onMenu={(left, top) => setMenu({ path: tab.path, left, top })}
            onKeyDown={event => byKey(event, index)}
          />
        ))}
      </div>
      {menu && (
        <TabMenu key={`${menu.path}${menu.left}`} place={menu} shown={shown} go={go} onClose={() => setMenu(null)} />
      )}
    </section>
  )
}

interface TabItemProps {
  tab: OpenTab
  isShown: boolean
  onGo: () => void
  onClose: () => void
  onMenu: (left: number, top: number) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function TabItem({ tab, isShown, onGo, onClose, onMenu, onKeyDown }: TabItemProps) {
  const { t } = useWords()
  const route = routeAt(tab.path)
  return (
    <button
      type="button"
      role="tab"
      className="s-tab"
      aria-selected={isShown}
      aria-keyshortcuts="Delete"
      tabIndex={isShown ? 0 : -1}
      onClick={onGo}
      // The middle button closes, as in a browser.
      onAuxClick={event => event.button === 1 && onClose()}
      onContextMenu={event => {
        event.preventDefault()
        onMenu(event.clientX + 15, event.clientY)
      }}
      onKeyDown={onKeyDown}
    >
      {route ? t(route.title) : t('shell.noName')}
      {/* For the mouse only; by keyboard it is the Delete key and the menu. */}
      <span
        aria-hidden="true"
        className="s-tab-close"
        onClick={event => {
          event.stopPropagation()
          onClose()
        }}
      >
        <CloseOutlined />
      </span>
    </button>
  )
}

function TabMenu({
  place,
  shown,
  go,
  onClose,
}: {
  place: MenuPlace
  shown: string
  go: (path: string) => void
  onClose: () => void
}) {
  const { t } = useWords()
  const { path, left, top } = place
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => opener.current?.click(), [])
  const label = t('shell.tabMenu', { name: titleOf(path) })
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
            { key: 'refresh', label: t('shell.tabRefresh'), run: () => refresh(path) },
            { key: 'close', label: t('shell.tabCloseThis'), run: () => void closeOne(path, shown, go) },
            { key: 'others', label: t('shell.tabCloseOthers'), run: () => void closeOthers(path, shown, go) },
            { key: 'all', label: t('shell.tabCloseAll'), run: () => void closeAll(go) },
          ]}
        />
      )}
    </Popover>
  )
}
