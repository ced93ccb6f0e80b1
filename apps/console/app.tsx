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
  TenantZone,
  ThemeProvider,
  Toasts,
  useSession,
  useWords,
} from '@wattyard/console-kit'
import { FirstPassword } from '@wattyard/identity/console'
import { NoticeGate } from '@wattyard/notifications/console'
import { isAllowed, routeAt, type RoutePath } from '@wattyard/pages'
import { useEffect, useState } from 'react'
import type { Path } from 'react-router'
import { ErrorLogDialog } from './errors/error-button.tsx'
import { preloadPage } from './layout/open-page.ts'
import { VerificationHost } from './layout/verification-host.tsx'
import { invitationIn, loginAddress, redirectTarget } from './login/redirect.ts'
import { menuOf } from './layout/menu-tree.ts'
import { AgainDialog, LoginPage } from './login/load-login.ts'
import { Addresses, Onward, useHere } from './routes/address.tsx'
import { builtRoutes, isBuilt } from './routes/modules.ts'
import { useAgain } from './session/again.ts'
import { isUnreachable, loadMe } from './session/load-me.ts'
import { signOut } from './session/sign-out.ts'
import { isBarred, owesPassword } from './session/verification.ts'
import { refresh } from './tabs/tab-store.ts'

const Shell = lazyPart(async () => (await import('./layout/shell.tsx')).Shell)

const queries = createQueryClient()

setCanOpen(path => {
  const route = routeAt(path)
  return route !== undefined && isBuilt(route.path) && isAllowed(route, useSession.getState().me)
})

// Leaving the browser tab with unsaved input asks first, hidden tabs included.
window.addEventListener('beforeunload', event => {
  if (isDirtyTab()) event.preventDefault()
})

/** Chooses by address and session: login page, old-style links, or the shell. */
function Gate() {
  const location = useHere()
  const { pathname, search, hash } = location
  // Subscribes to sign-in and sign-out; the cookie itself may have changed in another browser tab.
  useSession(session => session.token)
  const token = currentToken()
  if (pathname === '/') return <Onward to="/home" />
  if (pathname === '/auth-redirect') return <Onward to="/" />
  if (pathname === '/redirect' || pathname.startsWith('/redirect/'))
    return <Refresh to={pathname.slice('/redirect'.length) + search + hash} />
  if (pathname === '/login')
    // The person who opens an invitation may be signed in as somebody else, such as its author.
    return token === '' || invitationIn(hash) !== null ? (
      <LoginPage invitation={invitationIn(hash)} />
    ) : (
      <Onward to={redirectTarget(new URLSearchParams(search).get('redirect'))} />
    )
  if (token === '' && !routeAt(pathname)?.meta.isOpen) return <Onward to={loginAddress(location)} />
  return token === '' ? <Shell location={location} /> : <WithMe location={location} />
}

/** Handles `/redirect{fullPath}`, the contract's address for rebuilding a page. */
function Refresh({ to }: { to: string }) {
  const target = redirectTarget(to)
  useEffect(() => void refresh(target.replace(/[?#].*$/, '')), [target])
  return <Onward to={target} />
}

/** Page of everybody, also of people whose menu is still empty. */
const PERSONAL_CENTRE: RoutePath = '/console/personalCenter'
const HOME = routeAt('/home')
const landingOf = (me: Me): string => menuOf(builtRoutes(), me)[0]?.routes[0]?.path ?? PERSONAL_CENTRE

/** Interval in ms at which a server that did not answer is asked again. */
const AWAY_MS = 5_000

/** Loads the signed-in person before anything of the shell is shown. */
function WithMe({ location }: { location: Path }) {
  const { pathname } = location
  const { t } = useWords()
  const me = useSession(session => session.me)
  const [failure, setFailure] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (me) return
    // The shell and the requested page load at the same time as the person.
    Shell.preload()
    void preloadPage(pathname)
    loadMe().catch((error: unknown) => {
      if (isUnreachable(error)) setFailure(error)
    })
  }, [me, attempt, pathname])
  useEffect(() => {
    if (me || failure === undefined) return
    // The message stays meanwhile; it goes with the answer.
    const again = (): void => setAttempt(count => count + 1)
    const timer = setInterval(again, AWAY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [me, failure])
  // Also over what a renewed session owes first: the pages behind hold what the person has typed, and the server answers no call.
  const [isOpen, setOpen] = useState(false)
  if (me && !isBarred(me) && !isOpen) setOpen(true)
  // A person without a home page starts at the first page they may open.
  if (me && pathname === '/home' && HOME && isBuilt(HOME.path) && !isAllowed(HOME, me))
    return <Onward to={landingOf(me)} />
  if (me)
    return (
      <>
        {(isOpen || !isBarred(me)) && <Shell location={location} />}
        <VerificationHost />
        {owesPassword(me) && (
          <FirstPassword
            isExpired={me.passwordExpired === true}
            onDone={() => window.location.reload()}
            onSignOut={() => void signOut()}
          />
        )}
        {!isBarred(me) && me.user.userType !== 'guest' && <NoticeGate />}
      </>
    )
  if (failure === undefined) return null
  const retry = (): void => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <main className="w-page">
      <h1>{t('shell.product')}</h1>
      <ErrorState error={failure} onRetry={retry} />
    </main>
  )
}

/** Draws the sign-in over the page, above whatever is open. */
function Again() {
  const asked = useAgain(state => state.asked)
  return asked && <AgainDialog onEnd={asked.answer} />
}

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ThemeProvider>
        <Addresses>
          <TenantZone>
            <Gate />
          </TenantZone>
        </Addresses>
        <ErrorLogDialog />
        <Confirms />
        <Again />
        <Toasts />
      </ThemeProvider>
    </QueryClientProvider>
  )
}
