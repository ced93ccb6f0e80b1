import { EmptyState, ErrorState, setPageScheme, setShownTab, useSession, useWords } from '@wattyard/console-kit'
import { memo, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Path } from 'react-router'
import { NoPermission } from '../pages/no-permission.tsx'
import { Lost, NotFound } from '../pages/lost.tsx'
import { PaletteHost } from '../palette/palette-host.tsx'
import { type ContractRoute, routeAt } from '@wattyard/pages'
import { Onward } from '../routes/address.tsx'
import { builtRoutes } from '../routes/modules.ts'
import { TabPanes } from '../tabs/tab-panes.tsx'
import { NewVersion } from '../version/new-version.tsx'
import { useServerGone } from '../version/server-gone.ts'
import { closeOverlay, followedRoute, useLayout } from './device.ts'
import { noteVisit, useFetchAhead } from './fetch-ahead.ts'
import { menuOf } from './menu-tree.ts'
import { useFreshWording } from '../session/fresh-wording.ts'
import { useOpenPage } from './open-page.ts'
import { openedPage } from './page-memory.ts'
import { PrintHead } from './print-head.tsx'
import './shell.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { TrialBanner } from './trial-banner.tsx'

const BUILT = builtRoutes()

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Draws a banner while there is no network or no answer from the server: the pages stay, but their data may be old. */
const OfflineBanner = memo(function OfflineBanner() {
  const { t } = useWords()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const isGone = useServerGone()
  if (isOnline && !isGone) return null
  return (
    <div className="s-offline w-no-print" role="alert">
      {t(isOnline ? 'shell.serverGone' : 'shell.offline')}
    </div>
  )
})

/** Redirects to the first page of the menu when there is no home page; shows a message when there is none at all. */
function WithoutHome() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const first = menuOf(BUILT, me)[0]?.routes[0]
  if (first) return <Onward to={first.path} />
  return <EmptyState asHeading title={t('shell.noPages')} text={t('shell.noPagesText')} />
}

/** Draws what an address without a page shows: `/404`, to which every other one leads. */
function Unknown({ route, pathname }: { route: ContractRoute | undefined; pathname: string }) {
  if (route?.path === '/home') return <WithoutHome />
  return route?.path === '/404' ? <NotFound /> : <Lost path={pathname} />
}

/** Draws everything around the pages: sidebar, the line with shortcuts, tabs and tools, main area. */
export function Shell({ location }: { location: Path }) {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile, opened, overlay, withoutAnimation } = useLayout()
  const { shown, opening, pages } = useOpenPage(location, me)
  useFreshWording(me !== null)
  const route = routeAt(location.pathname)
  const path = shown.kind === 'page' ? shown.path : ''
  const title = route ? t(route.meta.title) : t('shell.notFound.title')

  useEffect(() => {
    document.title = `${title} – ${t('shell.product')}`
  }, [title, t])
  useEffect(() => followedRoute(), [location.pathname])
  useEffect(() => {
    setShownTab(path)
    if (path === '' || opening) return
    noteVisit(path)
    if (path !== '/home') openedPage(path)
  }, [path, opening])
  const open = useMemo(() => menuOf(BUILT, me).flatMap(group => group.routes.map(one => one.path)), [me])
  useFetchAhead(me !== null && path !== '' && !opening, open)
  const theme = (shown.kind === 'page' && routeAt(shown.path)?.meta.theme) || null
  useEffect(() => {
    setPageScheme(theme)
    return () => setPageScheme(null)
  }, [theme])
  useEffect(() => {
    if (!mobile || !overlay) return
    const byEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') closeOverlay()
    }
    document.addEventListener('keydown', byEscape)
    return () => document.removeEventListener('keydown', byEscape)
  }, [mobile, overlay])

  return (
    <div
      className="s-shell"
      data-mobile={mobile ? '' : undefined}
      data-collapsed={!mobile && !opened ? '' : undefined}
      data-still={withoutAnimation ? '' : undefined}
    >
      {me && <PaletteHost />}
      <PrintHead title={title} path={path} />
      <a className="s-skip w-no-print" href="#main">
        {t('shell.skip')}
      </a>
      {mobile && overlay && <div className="s-sheet w-no-print" aria-hidden="true" onClick={closeOverlay} />}
      <Sidebar current={route?.meta.activeMenu ?? route?.path ?? ''} isShown={!mobile || overlay} />
      <div className="s-column" inert={mobile && overlay}>
        <TopBar current={route?.path ?? ''} shown={path} />
        <TrialBanner />
        <OfflineBanner />
        <NewVersion />
        <main id="main" className="s-main" tabIndex={-1} aria-busy={opening}>
          {opening && <div className="s-opening" aria-hidden="true" />}
          {shown.kind === 'notFound' && <Unknown route={route} pathname={location.pathname} />}
          {shown.kind === 'noPermission' && <NoPermission route={route} />}
          {shown.kind === 'failed' && <ErrorState error={shown.error} onRetry={shown.retry} />}
          <TabPanes shown={path} pages={pages} />
        </main>
      </div>
    </div>
  )
}
