import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { useSession, useWords } from '@wattyard/console-kit'
import { type LayoutEntry, routeAt } from '@wattyard/pages'
import { memo, useMemo, useState } from 'react'
import icon from '../icon.svg'
import { builtRoutes, isBuilt } from '../routes/modules.ts'
import { toggleSidebar, useLayout } from './device.ts'
import { GroupEntry } from './menu-groups.tsx'
import { MenuLink } from './menu-link.tsx'
import { menuOf, searchMenu } from './menu-tree.ts'
import { PageLink } from './page-link.tsx'
import { QuickPages } from './quick-pages.tsx'

const BUILT = builtRoutes()
const FOLD = <MenuFoldOutlined />
const UNFOLD = <MenuUnfoldOutlined />
const HOME: LayoutEntry = { key: '/home', hidden: false, icon: 'home', ...routeOf('/home') }

function routeOf(path: string): Pick<LayoutEntry, 'route'> {
  const route = routeAt(path)
  return route ? { route } : {}
}

interface SidebarProps {
  /** Path of the current entry. */
  current: string
  isShown: boolean
}

/** Draws the menu of this person's pages: favourites and recent pages, groups that fold, a search, and real links. */
export const Sidebar = memo(function Sidebar({ current, isShown }: SidebarProps) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile, opened } = useLayout()
  const [text, setText] = useState('')
  const isNarrow = !mobile && !opened
  const menu = useMemo(() => menuOf(BUILT, me), [me])
  const entries = useMemo(() => menu.flatMap(group => group.entries), [menu])
  const isSeeking = text.trim() !== ''
  const found = searchMenu(menu, text, t)
  return (
    <aside className="s-side w-no-print" data-shown={isShown ? '' : undefined} inert={!isShown}>
      <PageLink to="/" className="s-logo" aria-label={t('shell.product')}>
        <img src={icon} alt="" width={28} height={28} />
        {!isNarrow && <span className="w-clip">{t('shell.product')}</span>}
      </PageLink>
      {!isNarrow && menu.length > 0 && (
        <label className="s-side-search">
          <SearchOutlined aria-hidden="true" />
          <span className="w-sr">{t('shell.menuSearch')}</span>
          <input
            type="search"
            value={text}
            maxLength={40}
            placeholder={t('shell.menuSearch')}
            onChange={event => setText(event.target.value)}
          />
        </label>
      )}
      <div className="s-nav">
        {!isNarrow && !isSeeking && <QuickPages entries={entries} current={current} />}
        <nav aria-label={t('shell.menu')}>
          <ul>
            {isBuilt('/home') && !isSeeking && (
              <li>
                <MenuLink entry={HOME} isCurrent={current === '/home'} isTop isNarrow={isNarrow} />
              </li>
            )}
            {found.map(group => (
              <GroupEntry key={group.group} group={group} current={current} isNarrow={isNarrow} isForced={isSeeking} />
            ))}
          </ul>
          {isSeeking && found.length === 0 && <p className="s-nav-none">{t('kit.noMatch')}</p>}
        </nav>
      </div>
      {!mobile && (
        <button
          type="button"
          className="s-fold"
          aria-expanded={opened}
          aria-label={t(opened ? 'shell.menuClose' : 'shell.menuOpen')}
          onClick={toggleSidebar}
        >
          {opened ? FOLD : UNFOLD}
        </button>
      )}
    </aside>
  )
})
