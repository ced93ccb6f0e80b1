import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons'
import { matchesText, Popover, useWords } from '@wattyard/console-kit'
import { type KeyboardEvent, useRef, useState } from 'react'
import { moveInList } from '../layout/station-list.tsx'
import { goTo } from '../routes/address.tsx'
import { addressOf, type OpenTab } from './tab-list.ts'
import { close, titleOf, useTabs } from './tab-store.ts'

interface TabOverviewProps {
  shown: string
  /** Number of tabs without room in the line. */
  over: number
}

/** Draws the button with the list of all tabs; it names how many have no room beside it. */
export function TabOverview({ shown, over }: TabOverviewProps) {
  const { t } = useWords()
  const count = useTabs(list => list.tabs.length)
  const label = t('shell.tabList', { count })
  return (
    <Popover
      align="end"
      width={300}
      label={label}
      button={props => (
        <button type="button" className="s-tool s-tab-list" title={label} {...props}>
          {over > 0 && <span className="w-num">{over === count ? count : `+${over}`} </span>}
          <span className="w-sr">{label}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      )}
    >
      {({ close: closeList }) => <AllTabs shown={shown} onDone={closeList} />}
    </Popover>
  )
}

/** Draws all tabs below a search; Delete, or the cross of a row, closes one and leaves the list open. */
function AllTabs({ shown, onDone }: { shown: string; onDone: () => void }) {
  const { t } = useWords()
  const tabs = useTabs(list => list.tabs)
  const [typed, setTyped] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const found = tabs.filter(({ path }) => matchesText(titleOf(path), typed))
  const open = (tab: OpenTab): void => {
    onDone()
    goTo(addressOf(tab))
  }
  const closeTab = (tab: OpenTab): void => {
    // The row goes away with the focus.
    void close('this', tab.path, shown, goTo).then(() => search.current?.focus())
  }
  const byKey = (event: KeyboardEvent<HTMLElement>): void => {
    moveInList(event)
    if (event.key !== 'Delete' || !(event.target instanceof HTMLElement)) return
    const path = event.target.closest<HTMLElement>('[data-path]')?.dataset.path
    const tab = tabs.find(one => one.path === path)
    if (tab && !tab.pinned) closeTab(tab)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of what is in it
    <div className="w-ticks s-list" onKeyDown={byKey}>
      <input
        ref={search}
        className="w-input"
        type="search"
        data-autofocus=""
        data-stop=""
        maxLength={40}
        aria-label={t('shell.tabSearch')}
        placeholder={t('shell.tabSearch')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !found[0]) return
          // The focus goes back to the button, which this key would press again.
          event.preventDefault()
          open(found[0])
        }}
      />
      <ul>
        {found.map(tab => (
          <li key={tab.path} className="s-list-row" data-path={tab.path}>
            <button
              type="button"
              data-stop=""
              className="w-menu-item w-grow"
              aria-current={tab.path === shown ? 'page' : undefined}
              aria-keyshortcuts={tab.pinned ? undefined : 'Delete'}
              onClick={() => open(tab)}
            >
              <span className="w-clip w-grow">{titleOf(tab.path)}</span>
              {tab.pinned && (
                <>
                  <PushpinFilled className="s-tab-pin" aria-hidden="true" />
                  <span className="w-sr">{t('shell.tabPinned')}</span>
                </>
              )}
            </button>
            {!tab.pinned && (
              <button
                type="button"
                className="w-icon-button"
                aria-label={t('shell.tabCloseOne', { name: titleOf(tab.path) })}
                title={t('shell.tabCloseThis')}
                onClick={() => closeTab(tab)}
              >
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="w-quiet w-ticks-none">{t('kit.noMatch')}</p>}
    </div>
  )
}
