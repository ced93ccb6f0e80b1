import { CloseOutlined, PushpinFilled } from '@ant-design/icons'
import { lazyPart, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, memo, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { routeAt } from '@wattyard/pages'
import { goTo } from '../routes/address.tsx'
import { placeAmong } from './fitting-tabs.ts'
import { addressOf, type OpenTab } from './tab-list.ts'
import type { MenuPlace } from './tab-menu.tsx'
import { TabOverview } from './tab-overview.tsx'
import { close, move, titleOf, useTabs } from './tab-store.ts'
import { useAfterRelease } from './use-after-release.ts'
import { useDrag } from './use-drag.ts'
import { useFittingTabs } from './use-fitting-tabs.ts'
import './tab-strip.css'

/**
 * Draws open pages as tabs (APG "tabs with deletable tabs"): arrows move the focus, with Ctrl and Shift the tab itself, Delete
 * closes, the menu key or Shift+F10 opens the tab's menu. Tabs without room are in the list behind the line; none is cut off.
 */
export const TabStrip = memo(function TabStrip({ shown }: { shown: string }) {
  const { t } = useWords()
  const list = useTabs()
  const { tabs } = list
  const box = useRef<HTMLElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const fitting = useFittingTabs(box, list, shown)
  const drawn = tabs.filter(({ path }) => fitting.has(path))
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const [said, setSaid] = useState('')
  const drop = (path: string, place: number): void =>
    void move(
      path,
      placeAmong(
        tabs.map(tab => tab.path),
        fitting,
        path,
        place,
      ),
    )
  const { held, onPointerDown, onClickCapture } = useDrag(strip, drop)
  const released = useAfterRelease()
  /** Path of a tab closed by key, whose focus moves to the tab that is shown next. */
  const closing = useRef<string | null>(null)
  useEffect(() => {
    if (closing.current === null || tabs.some(tab => tab.path === closing.current)) return
    // The tab is gone before the next one is shown, so the focus waits for that.
    const current = strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!current) return
    closing.current = null
    current.focus()
  }, [shown, tabs])
  if (tabs.length === 0) return <div className="s-tabs" />

  /** The strip listens for all tabs, so that their props stay the same at each switch. */
  const tabUnder = (event: SyntheticEvent) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"]') : null
    const index = drawn.findIndex(tab => tab.path === element?.dataset.path)
    return { tab: tabs.find(tab => tab.path === element?.dataset.path), index, element }
  }
  const closeTab = ({ path }: OpenTab): void => void close('this', path, shown, goTo)
  const moveBy = (path: string, by: number): void => {
    // Past the next drawn tab: a step to a place that is not drawn would look like none.
    const next = drawn[drawn.findIndex(tab => tab.path === path) + by]
    const place = move(
      path,
      tabs.findIndex(tab => tab.path === (next?.path ?? path)),
    )
    setSaid(t('shell.tabMoved', { name: titleOf(path), place, count: tabs.length }))
  }
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { tab, index, element } = tabUnder(event)
    if (!tab || !element) return
    if (event.key === 'Delete' && !tab.pinned) {
      closing.current = tab.path
      void close('this', tab.path, shown, goTo)
    }
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault()
      const { left, bottom } = element.getBoundingClientRect()
      setMenu({ path: tab.path, left, top: bottom })
    }
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by !== undefined && event.shiftKey && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      moveBy(tab.path, by)
      return
    }
    const to = by === undefined ? { Home: 0, End: drawn.length - 1 }[event.key] : index + by
    if (to === undefined) return
    event.preventDefault()
    strip.current
      ?.querySelectorAll<HTMLElement>('[role="tab"]:not([data-over])')
      [(to + drawn.length) % drawn.length]?.focus()
  }
  /** When the shown page has no tab, as on a missing page, the first tab takes the focus. */
  const reached = fitting.has(shown) ? shown : drawn[0]?.path
  return (
    <section ref={box} className="s-tabs" aria-label={t('shell.tabs')}>
      <div
        ref={strip}
        className="s-tab-line"
        data-none={drawn.length === 0 ? '' : undefined}
        role="tablist"
        tabIndex={-1}
        aria-label={t('shell.tabs')}
        onClickCapture={onClickCapture}
        onClick={event => {
          const { tab } = tabUnder(event)
          if (!tab) return
          if (event.target instanceof Element && event.target.closest('.s-tab-close')) closeTab(tab)
          else goTo(addressOf(tab))
        }}
        // The middle button closes a tab, as in a browser.
        onAuxClick={event => {
          const { tab } = tabUnder(event)
          if (tab && event.button === 1) closeTab(tab)
        }}
        onContextMenu={event => {
          const { tab } = tabUnder(event)
          if (!tab) return
          event.preventDefault()
          const place = { path: tab.path, left: event.clientX + 15, top: event.clientY }
          released.run(() => setMenu(place))
        }}
        onKeyDown={byKey}
        onPointerDown={event => {
          const { tab } = tabUnder(event)
          released.press(event)
          if (tab) onPointerDown(event, tab.path)
        }}
      >
        {tabs.map(tab => (
          <TabItem
            key={tab.path}
            tab={tab}
            isShown={tab.path === shown}
            isReached={tab.path === reached}
            isOver={!fitting.has(tab.path)}
            isHeld={tab.path === held}
          />
        ))}
      </div>
      <TabOverview shown={shown} over={tabs.length - drawn.length} />
      <output className="w-sr">{said}</output>
      {menu && (
        <TabMenu
          key={`${menu.path}${menu.left}`}
          place={menu}
          shown={shown}
          go={goTo}
          onMove={moveBy}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  )
})

/** Fetched by the first who asks for it. */
const TabMenu = lazyPart(async () => (await import('./tab-menu.tsx')).TabMenu)

interface TabItemProps {
  tab: OpenTab
  isShown: boolean
  /** The only tab at which the Tab key stops. */
  isReached: boolean
  /** Has no room; it is measured, but not drawn. */
  isOver: boolean
  isHeld: boolean
}

const PIN = <PushpinFilled className="s-tab-pin" aria-hidden="true" />
const CROSS = <CloseOutlined />

const TabItem = memo(function TabItem({ tab, isShown, isReached, isOver, isHeld }: TabItemProps) {
  const { t } = useWords()
  const route = routeAt(tab.path)
  return (
    <button
      type="button"
      role="tab"
      className="s-tab"
      data-path={tab.path}
      data-over={isOver ? '' : undefined}
      data-held={isHeld ? '' : undefined}
      aria-selected={isShown}
      aria-keyshortcuts="Delete Control+Shift+ArrowLeft Control+Shift+ArrowRight"
      tabIndex={isReached ? 0 : -1}
    >
      <span className="w-clip">{route ? t(route.meta.title) : t('shell.noName')}</span>
      {tab.pinned ? (
        <>
          {PIN}
          <span className="w-sr">{t('shell.tabPinned')}</span>
        </>
      ) : (
        // For the mouse only; the keyboard has the Delete key and the menu.
        <span aria-hidden="true" className="s-tab-close">
          {CROSS}
        </span>
      )}
    </button>
  )
})
