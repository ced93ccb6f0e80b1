import { QueryClientProvider } from '@tanstack/react-query'
import {
  Confirms,
  createQueryClient,
  currentToken,
  ErrorState,
  isDirtyTab,
  lazyPart,
  type Me,
  setCanOpen,
  ThemeProvider,
  Toasts,
  useSession,
} from '@wattyard/console-kit'
import { isAllowed, routeAt, type RoutePath } from '@wattyard/pages'
import { useEffect, useState } from 'react'
import { createBrowserRouter, Navigate, useLocation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ErrorLogDialog } from './errors/error-button.tsx'
import { preloadPage } from './layout/open-page.ts'
import { VerificationHost } from './layout/verification-host.tsx'
import { loginAddress, redirectTarget } from './login/redirect.ts'
import { menuOf } from './layout/menu-tree.ts'
import { builtRoutes, isBuilt } from './routes/modules.ts'
import { isUnreachable, loadMe } from './session/load-me.ts'
import { isBarred } from './session/verification.ts'
import { refresh } from './tabs/tab-store.ts'

const Shell = lazyPart(async () => (await import('./layout/shell.tsx')).Shell)
const LoginPage = lazyPart(async () => (await import('./login/login-page.tsx')).LoginPage)

const queries = createQueryClient()

setCanOpen(path => {
  const route = routeAt(path)
  return route !== undefined && isBuilt(route.path) && isAllowed(route, useSession.getState().me)
})

// Leaving the browser tab with something typed and not saved asks first, hidden tabs included.
window.addEventListener('beforeunload', event => {
  if (isDirtyTab()) event.preventDefault()
})

// One route for everything: the shell matches paths against the contract's registry.
const router = createBrowserRouter([{ path: '*', Component: Gate }], { basename: '/jkweb' })

/** Decides by address and session: login page, old-style links, or the shell. */
function Gate() {
  const location = useLocation()
  const { pathname, search, hash } = location
  // Subscribes to signing in and out; the cookie itself may have changed in another browser tab.
  useSession(session => session.token)
  const token = currentToken()
  if (pathname === '/') return <Navigate to="/home" replace />
  if (pathname === '/auth-redirect') return <Navigate to="/" replace />
  if (pathname === '/redirect' || pathname.startsWith('/redirect/'))
    return <Refresh to={pathname.slice('/redirect'.length) + search + hash} />
  if (pathname === '/login')
    return token === '' ? (
      <LoginPage />
    ) : (
      <Navigate to={redirectTarget(new URLSearchParams(search).get('redirect'))} replace />
    )
  if (token === '' && !routeAt(pathname)?.meta.isOpen) return <Navigate to={loginAddress(location)} replace />
  return token === '' ? <Shell /> : <WithMe pathname={pathname} />
}

/** `/redirect{fullPath}`: the contract's way to build a page anew. */
function Refresh({ to }: { to: string }) {
  const target = redirectTarget(to)
  useEffect(() => void refresh(target.replace(/[?#].*$/, '')), [target])
  return <Navigate to={target} replace />
}

/** Everybody's own, also theirs whose menu has nothing yet. */
const PERSONAL_CENTRE: RoutePath = '/console/personalCenter'
const HOME = routeAt('/home')
const landingOf = (me: Me): string => menuOf(builtRoutes(), me)[0]?.routes[0]?.path ?? PERSONAL_CENTRE

/** Loads who is signed in before anything of the shell is shown. */
function WithMe({ pathname }: { pathname: string }) {
  const me = useSession(session => session.me)
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (me) return
    // While the person is loaded, the shell and the page they asked for come too.
    Shell.preload()
    preloadPage(pathname)
    loadMe().catch((error: unknown) => {
      if (isUnreachable(error)) setFailure(error)
    })
  }, [me, attempt, pathname])
  // Who has no home page starts at what is theirs.
  if (me && pathname === '/home' && HOME && isBuilt(HOME.path) && !isAllowed(HOME, me))
    return <Navigate to={landingOf(me)} replace />
  if (me)
    return (
      <>
        {!isBarred(me) && <Shell />}
        <VerificationHost />
      </>
    )
  if (failure === undefined) return null
  const retry = (): void => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return <ErrorState error={failure} onRetry={retry} />
}

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <RouterProvider router={router} />
        <ErrorLogDialog />
        <Confirms />
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
