import { DownOutlined, ExportOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { Icon, useSession, useWords, ROUTE_ICONS } from '@wattyard/console-kit'
import { type LayoutEntry, routeAt, safeLink, titleKey } from '@wattyard/pages'
import { memo, useMemo, useState } from 'react'
import icon from '../icon.svg'
import { builtRoutes, isBuilt } from '../routes/modules.ts'
import { toggleSidebar, useLayout } from './device.ts'
import { type MenuGroup, menuOf, searchMenu } from './menu-tree.ts'
import { preloadPage } from './open-page.ts'
import { PageLink } from './page-link.tsx'

const BUILT = builtRoutes()
const FOLD = <MenuFoldOutlined />
const UNFOLD = <MenuUnfoldOutlined />
const CHEVRON = <DownOutlined className="s-chevron" aria-hidden="true" />
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

/** Draws the menu of this person's pages: groups that fold, a search, and real links. */
export const Sidebar = memo(function Sidebar({ current, isShown }: SidebarProps) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile, opened } = useLayout()
  const [text, setText] = useState('')
  const isNarrow = !mobile && !opened
  const menu = useMemo(() => menuOf(BUILT, me), [me])
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
      <nav className="s-nav" aria-label={t('shell.menu')}>
        <ul>
          {isBuilt('/home') && text === '' && (
            <li>
              <MenuLink entry={HOME} isCurrent={current === '/home'} isTop isNarrow={isNarrow} />
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
          {opened ? FOLD : UNFOLD}
        </button>
      )}
    </aside>
  )
})

function GroupEntry({
  group: { group, icon, badge, entries, leaf },
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
  const holdsCurrent = entries.some(({ key }) => key === current)
  const [folded, setFolded] = useState(false)
  const isOpen = isForced || !folded
  const name = t(titleKey(group))
  if (leaf)
    return (
      <li>
        <MenuLink entry={leaf} isCurrent={leaf.key === current} isTop isNarrow={isNarrow} />
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
          <Drawing icon={icon} />
        </button>
      </li>
    )
  return (
    <li>
      <button type="button" className="s-entry s-group" aria-expanded={isOpen} onClick={() => setFolded(!folded)}>
        <Drawing icon={icon} />
        <span className="w-grow w-clip">{name}</span>
        {badge && <Mark badge={badge} />}
        {CHEVRON}
      </button>
      {isOpen && (
        <ul>
          {entries.map(entry => (
            <li key={entry.key}>
              <MenuLink entry={entry} isCurrent={entry.key === current} isNarrow={false} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** Draws an icon. Those of the contract are loaded with the shell; the others load when one of them is needed. */
function Drawing({ icon }: { icon: string }) {
  return Object.hasOwn(ROUTE_ICONS, icon) ? ROUTE_ICONS[icon as keyof typeof ROUTE_ICONS] : <Icon name={icon} />
}

function Mark({ badge }: { badge: string }) {
  const { t } = useWords()
  return (
    <span className="s-badge" data-badge={badge}>
      {t(`shell.badge.${badge}`)}
    </span>
  )
}

/** Memoised, so that a switch of pages renders only two of the links. */
const MenuLink = memo(function MenuLink({
  entry: { key, route, link, icon, badge },
  isCurrent,
  isTop = false,
  isNarrow,
}: {
  entry: LayoutEntry
  isCurrent: boolean
  /** Entry beside the groups, with an icon of its own. */
  isTop?: boolean
  isNarrow: boolean
}) {
  const { t } = useWords()
  const title = t(titleKey(key))
  const preload = (): void => void preloadPage(key)
  const face = (
    <>
      {icon && <Drawing icon={icon} />}
      {isNarrow ? <span className="w-sr">{title}</span> : <span className="w-grow w-clip">{title}</span>}
      {badge && !isNarrow && <Mark badge={badge} />}
    </>
  )
  const look = {
    className: 's-entry s-link',
    'data-deep': isTop ? undefined : '',
    title: isNarrow ? title : undefined,
  }
  const outside = link ?? route?.meta.externalLink
  if (outside !== undefined) {
    const address = safeLink(outside)
    return address === null ? null : (
      <a href={address} target="_blank" rel="noopener noreferrer" {...look}>
        {face}
        {link !== undefined && !isNarrow && (
          <ExportOutlined className="s-outside" aria-label={t('shell.opensOutside')} />
        )}
      </a>
    )
  }
  return (
    <PageLink
      to={key}
      data-current={isCurrent ? '' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      {...look}
    >
      {face}
    </PageLink>
  )
})
