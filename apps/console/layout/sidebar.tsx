import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { useSession, useWords } from '@wattyard/console-kit'
import { type ContractRoute, GROUP_ICONS, routeAt, safeLink } from '@wattyard/pages'
import { useState } from 'react'
import { Link } from 'react-router'
import icon from '../icon.svg'
import { builtRoutes, isBuilt } from '../routes/modules.ts'
import { toggleSidebar, useLayout } from './device.ts'
import { ICON } from './icons.tsx'
import { type MenuGroup, menuOf, searchMenu } from './menu-tree.ts'
import { preloadPage } from './open-page.ts'

const BUILT = builtRoutes()

interface SidebarProps {
  /** Path of the entry that is shown as current. */
  current: string
  isShown: boolean
}

/** Dark menu of what this person may open: groups that fold, a search, and real links. */
export function Sidebar({ current, isShown }: SidebarProps) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile, opened } = useLayout()
  const [text, setText] = useState('')
  const isNarrow = !mobile && !opened
  const menu = menuOf(BUILT, me)
  const found = searchMenu(
    menu,
    text,
    route => t(route.meta.title),
    group => t(`group.${group}`),
  )
  return (
    <aside className="s-side w-no-print" data-shown={isShown ? '' : undefined} inert={!isShown}>
      <Link to="/" className="s-logo" aria-label={t('shell.product')}>
        <img src={icon} alt="" width={28} height={28} />
        {!isNarrow && <span className="w-clip">{t('shell.product')}</span>}
      </Link>
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
      <nav className="s-nav" aria-label={t('shell.menu')}>
        <ul>
          {isBuilt('/home') && text === '' && (
            <li>
              <MenuLink route={routeAt('/home')} current={current} isTop isNarrow={isNarrow} />
            </li>
          )}
          {found.map(group => (
            <GroupEntry key={group.group} group={group} current={current} isNarrow={isNarrow} isForced={text !== ''} />
          ))}
        </ul>
        {text !== '' && found.length === 0 && <p className="s-nav-none">{t('kit.noMatch')}</p>}
      </nav>
      {!mobile && (
        <button
          type="button"
          className="s-fold"
          aria-expanded={opened}
          aria-label={t(opened ? 'shell.menuClose' : 'shell.menuOpen')}
          onClick={toggleSidebar}
        >
          {opened ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        </button>
      )}
    </aside>
  )
}

function GroupEntry({
  group: { group, routes, leaf },
  current,
  isNarrow,
  isForced,
}: {
  group: MenuGroup
  current: string
  isNarrow: boolean
  isForced: boolean
}) {
  const { t } = useWords()
  const holdsCurrent = routes.some(route => route.path === current)
  const [folded, setFolded] = useState(false)
  const isOpen = isForced || !folded
  const name = t(`group.${group}`)
  if (leaf)
    return (
      <li>
        <MenuLink route={leaf} current={current} isTop isNarrow={isNarrow} />
      </li>
    )
  if (isNarrow)
    return (
      <li>
        <button
          type="button"
          className="s-entry"
          data-current={holdsCurrent ? '' : undefined}
          title={name}
          aria-label={name}
          onClick={toggleSidebar}
        >
          {ICON[GROUP_ICONS[group]]}
        </button>
      </li>
    )
  return (
    <li>
      <button type="button" className="s-entry s-group" aria-expanded={isOpen} onClick={() => setFolded(!folded)}>
        {ICON[GROUP_ICONS[group]]}
        <span className="w-grow w-clip">{name}</span>
        <DownOutlined className="s-chevron" aria-hidden="true" />
      </button>
      {isOpen && (
        <ul>
          {routes.map(route => (
            <li key={route.path}>
              <MenuLink route={route} current={current} isNarrow={false} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function MenuLink({
  route,
  current,
  isTop = false,
  isNarrow,
}: {
  route: ContractRoute | undefined
  current: string
  /** Stands beside the groups, with a drawing of its own. */
  isTop?: boolean
  isNarrow: boolean
}) {
  const { t } = useWords()
  if (!route) return null
  const { icon, group, externalLink, title } = route.meta
  const mark = icon ?? (isTop && group ? GROUP_ICONS[group] : undefined)
  const isCurrent = route.path === current
  const preload = (): void => preloadPage(route.path)
  const face = (
    <>
      {mark && ICON[mark]}
      {isNarrow ? <span className="w-sr">{t(title)}</span> : <span className="w-clip">{t(title)}</span>}
    </>
  )
  const look = {
    className: 's-entry s-link',
    'data-deep': isTop ? undefined : '',
    title: isNarrow ? t(title) : undefined,
  }
  if (externalLink !== undefined) {
    const link = safeLink(externalLink)
    return link === null ? null : (
      <a href={link} target="_blank" rel="noopener noreferrer" {...look}>
        {face}
      </a>
    )
  }
  return (
    <Link
      to={route.path}
      data-current={isCurrent ? '' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      {...look}
    >
      {face}
    </Link>
  )
}
