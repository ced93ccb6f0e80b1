import { BgColorsOutlined, MenuOutlined } from '@ant-design/icons'
import { Popover, useSession, useWords } from '@wattyard/console-kit'
import { MessagesButton } from '@wattyard/notifications/console'
import { memo } from 'react'
import { ErrorButton } from '../errors/error-button.tsx'
import { PaletteButton } from '../palette/palette-host.tsx'
import { builtRoutes } from '../routes/modules.ts'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { toggleSidebar, useLayout } from './device.ts'
import { LazyAppearance } from '../appearance/lazy-appearance.ts'
import { FullscreenButton } from './fullscreen.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { topRoutesOf } from './menu-tree.ts'
import { preloadPage } from './open-page.ts'
import { PageLink } from './page-link.tsx'
import { StationSelector } from './station-selector.tsx'
import './top-bar.css'
import { UserMenu } from './user-menu.tsx'

const BUILT = builtRoutes()

interface TopBarProps {
  /** Path of the route of the present address; empty for an unknown address. */
  current: string
  /** Path of the shown tab. */
  shown: string
}

/**
 * Draws the one line above the pages: shortcuts and tabs on the left; station, language, appearance, full screen and person on
 * the right. The breadcrumb is in the page's own line (docs/decisions/0379-one-header-line.md).
 */
export const TopBar = memo(function TopBar({ current, shown }: TopBarProps) {
  const { t } = useWords()
  const { mobile, overlay } = useLayout()
  return (
    <header className="s-top w-no-print">
      {mobile && (
        <button
          type="button"
          className="w-icon-button"
          aria-expanded={overlay}
          aria-label={t('shell.menuOpen')}
          onClick={toggleSidebar}
        >
          <MenuOutlined />
        </button>
      )}
      {!mobile && <TopNavigation current={current} />}
      <TabStrip shown={shown} />
      <Tools />
    </header>
  )
})

/** Memoised and independent of the page, so that a switch of pages does not render it. */
const Tools = memo(function Tools() {
  const { mobile } = useLayout()
  const me = useSession(session => session.me)
  return (
    <div className="s-top-tools">
      {me && <StationSelector />}
      {me && <PaletteButton />}
      {me && me.user.userType !== 'guest' && <MessagesButton />}
      {!mobile && (
        <>
          <ErrorButton />
          <LanguageMenu />
          <AppearanceMenu />
          <FullscreenButton />
        </>
      )}
      <UserMenu />
    </div>
  )
})

/** Draws the links of frequent pages; the commodity page opens beside the console (contract §2.2). */
function TopNavigation({ current }: { current: string }) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const entries = topRoutesOf(BUILT, me)
  if (entries.length === 0) return null
  return (
    <nav className="s-top-nav" aria-label={t('shell.top.label')}>
      {entries.map(({ route, word, newTab }) => (
        <PageLink
          key={route.path}
          to={route.path}
          aria-current={route.path === current ? 'page' : undefined}
          onPointerEnter={() => void preloadPage(route.path)}
          {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {t(word)}
        </PageLink>
      ))}
    </nav>
  )
}

function AppearanceMenu() {
  const { t } = useWords()
  return (
    <Popover
      align="end"
      width={268}
      label={t('shell.appearance')}
      button={props => (
        <button
          type="button"
          className="w-icon-button"
          aria-label={t('shell.appearance')}
          title={t('shell.appearance')}
          onPointerEnter={LazyAppearance.preload}
          onFocus={LazyAppearance.preload}
          {...props}
        >
          <BgColorsOutlined />
        </button>
      )}
    >
      {() => <LazyAppearance />}
    </Popover>
  )
}
