import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MenuOutlined,
  UserOutlined,
} from '@ant-design/icons'
import {
  changeLanguage,
  LANGUAGES,
  type Language,
  MenuItems,
  type MenuAction,
  Popover,
  translate,
  toast,
  useSession,
  useWords,
} from '@wattyard/console-kit'
import { PasswordDialog } from '@wattyard/identity/console'
import { MessagesButton } from '@wattyard/notifications/console'
import { memo, useState, useSyncExternalStore } from 'react'
import { ErrorButton, openErrors } from '../errors/error-button.tsx'
import { useErrorLog } from '../errors/error-log.ts'
import { openKeyHelp, PaletteButton } from '../palette/palette-host.tsx'
import { goTo } from '../routes/address.tsx'
import { builtRoutes, isBuilt } from '../routes/modules.ts'
import { signOut } from '../session/sign-out.ts'
import { askVerification } from '../session/verification.ts'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { AppearancePanel } from './appearance-panel.tsx'
import { toggleSidebar, useLayout } from './device.ts'
import { topRoutesOf } from './menu-tree.ts'
import { preloadPage } from './open-page.ts'
import { PageLink } from './page-link.tsx'
import { StationSelector } from './station-selector.tsx'
import './top-bar.css'

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

/** Each language by its own name, so that people who cannot read the current one find theirs. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { zh: '中文', en: 'English', es: 'Español' }

function useLanguageActions(): MenuAction[] {
  const { language } = useWords()
  return LANGUAGES.map(one => ({
    key: one,
    label: (
      <span lang={one} aria-current={one === language ? 'true' : undefined}>
        {LANGUAGE_NAMES[one]}
      </span>
    ),
    run: () =>
      void changeLanguage(one).then(
        () => toast.good(translate('shell.languageSwitched')),
        () => toast.bad(translate('kit.error.unreachable')),
      ),
  }))
}

export function LanguageMenu() {
  const { t, language } = useWords()
  const actions = useLanguageActions()
  return (
    <Popover
      kind="menu"
      align="end"
      label={t('shell.language')}
      button={props => (
        <button
          type="button"
          className="s-tool"
          aria-label={`${t('shell.language')}: ${LANGUAGE_NAMES[language]}`}
          title={t('shell.language')}
          {...props}
        >
          <GlobalOutlined />
          <span lang={language}>{LANGUAGE_NAMES[language]}</span>
        </button>
      )}
    >
      {({ close }) => <MenuItems actions={actions} onDone={close} />}
    </Popover>
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
          {...props}
        >
          <BgColorsOutlined />
        </button>
      )}
    >
      {() => <AppearancePanel />}
    </Popover>
  )
}

function useIsFullscreen(): boolean {
  return useSyncExternalStore(
    listener => {
      document.addEventListener('fullscreenchange', listener)
      return () => document.removeEventListener('fullscreenchange', listener)
    },
    () => document.fullscreenElement !== null,
  )
}

/** Toggles full screen; a browser without it shows a message (contract §8). */
async function toggleFullscreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    toast.warn(translate('shell.fullscreenMissing'))
  }
}

function FullscreenButton() {
  const { t } = useWords()
  const isFull = useIsFullscreen()
  const label = t(isFull ? 'shell.fullscreenLeave' : 'shell.fullscreen')
  return (
    <button
      type="button"
      className="w-icon-button"
      aria-label={label}
      title={label}
      onClick={() => void toggleFullscreen()}
    >
      {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </button>
  )
}

/** Draws the person's menu. On a phone it also contains language and appearance, which have no buttons there. */
function UserMenu() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile } = useLayout()
  const languages = useLanguageActions()
  const errors = useErrorLog(log => log.list.length)
  const [isPassword, setPassword] = useState(false)
  const isGuest = me === null || me.roles.includes('guest')
  const name = me?.user.nickname || me?.user.name || t('shell.signIn')
  const actions: (MenuAction | null)[] = [
    ...(mobile ? [...languages, null] : []),
    // A phone whose browser has no full screen is not offered it.
    ...(mobile && document.fullscreenEnabled
      ? [{ key: 'full', label: t('shell.fullscreen'), run: () => void toggleFullscreen() }, null]
      : []),
    ...(mobile && errors > 0
      ? [{ key: 'errors', label: t('shell.errors.button', { count: errors }), danger: true, run: openErrors }, null]
      : []),
    ...(me && isBuilt('/console/personalCenter')
      ? [
          { key: 'personal', label: t('shell.personalCentre'), run: () => goTo('/console/personalCenter') },
          ...(isGuest
            ? []
            : [
                { key: 'bind', label: t('shell.verification'), run: () => askVerification('bind') },
                { key: 'password', label: t('shell.changePassword'), run: () => setPassword(true) },
              ]),
          null,
        ]
      : []),
    ...(me ? [{ key: 'keys', label: t('shell.keys.title'), run: openKeyHelp }, null] : []),
    // A guest sees "sign in" where everybody else sees "sign out" (contract §2.2).
    isGuest
      ? { key: 'in', label: t('shell.signIn'), run: () => void signOut(true) }
      : { key: 'out', label: t('shell.signOut'), run: () => void signOut() },
  ]
  return (
    <>
      <Popover
        kind={mobile ? 'dialog' : 'menu'}
        align="end"
        width={mobile ? 268 : 200}
        label={t('shell.userMenu', { name })}
        button={props => (
          <button type="button" className="s-tool" aria-label={t('shell.userMenu', { name })} {...props}>
            <span className="s-avatar" aria-hidden="true">
              <UserOutlined />
            </span>
            {!mobile && <span className="w-clip s-user-name">{name}</span>}
          </button>
        )}
      >
        {({ close }) => (
          <>
            {me && (
              <div className="s-who">
                <strong className="w-clip">{name}</strong>
                <span className="w-quiet w-clip">
                  {[me.user.loginName, me.company?.name].filter(Boolean).join(' · ')}
                </span>
              </div>
            )}
            {mobile && <AppearancePanel />}
            <div role={mobile ? 'menu' : 'presentation'} aria-label={mobile ? name : undefined}>
              <MenuItems actions={actions} onDone={close} />
            </div>
          </>
        )}
      </Popover>
      {isPassword && <PasswordDialog onClose={() => setPassword(false)} />}
    </>
  )
}
