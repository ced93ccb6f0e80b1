import {
  AccountBookOutlined,
  ApiOutlined,
  AppstoreOutlined,
  DashboardOutlined,
  DownOutlined,
  FundProjectionScreenOutlined,
  GiftOutlined,
  HddOutlined,
  HomeOutlined,
  LineChartOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
  SettingOutlined,
  SunOutlined,
  ThunderboltOutlined,
  ToolOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import { useSession, useWords } from '@wattyard/console-kit'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import icon from '../icon.svg'
import { type ContractRoute, type Group, routeAt } from '../routes/contract-routes.ts'
import { builtRoutes, isBuilt } from '../routes/modules.ts'
import { toggleSidebar, useLayout } from './device.ts'
import { type MenuGroup, menuOf, searchMenu } from './menu-tree.ts'
import { preloadPage } from './open-page.ts'

const ICONS: Readonly<Record<Group, ReactNode>> = {
  zcgl: <ThunderboltOutlined />,
  znyx: <GiftOutlined />,
  znyy: <DashboardOutlined />,
  cwfx: <AccountBookOutlined />,
  se: <HddOutlined />,
  pv: <SunOutlined />,
  OperationAndMaintenance: <ToolOutlined />,
  inv: <LineChartOutlined />,
  system: <SettingOutlined />,
  apps: <AppstoreOutlined />,
  datav: <FundProjectionScreenOutlined />,
  cec: <ApiOutlined />,
  vip: <WalletOutlined />,
}

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
    route => t(route.title),
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
              <MenuLink route={routeAt('/home')} current={current} icon={<HomeOutlined />} isNarrow={isNarrow} />
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
  group: { group, routes },
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
          {ICONS[group]}
        </button>
      </li>
    )
  return (
    <li>
      <button type="button" className="s-entry s-group" aria-expanded={isOpen} onClick={() => setFolded(!folded)}>
        {ICONS[group]}
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
  icon: mark,
  isNarrow,
}: {
  route: ContractRoute | undefined
  current: string
  icon?: ReactNode
  isNarrow: boolean
}) {
  const { t } = useWords()
  if (!route) return null
  const isCurrent = route.path === current
  const preload = (): void => preloadPage(route.path)
  return (
    <Link
      to={route.path}
      className="s-entry s-link"
      data-current={isCurrent ? '' : undefined}
      data-deep={mark ? undefined : ''}
      aria-current={isCurrent ? 'page' : undefined}
      title={isNarrow ? t(route.title) : undefined}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {mark}
      {isNarrow ? <span className="w-sr">{t(route.title)}</span> : <span className="w-clip">{t(route.title)}</span>}
    </Link>
  )
}
