import { UserOutlined } from '@ant-design/icons'
import { MenuItems, type MenuAction, Popover, useSession, useWords } from '@wattyard/console-kit'
import { PasswordDialog } from '@wattyard/identity/console'
import { type ContractRoute, titleKey } from '@wattyard/pages'
import { useState } from 'react'
import { openErrors } from '../errors/error-button.tsx'
import { useErrorLog } from '../errors/error-log.ts'
import { openKeyHelp } from '../palette/palette-host.tsx'
import { goTo } from '../routes/address.tsx'
import { builtRoutes } from '../routes/modules.ts'
import { signOut } from '../session/sign-out.ts'
import { askVerification } from '../session/verification.ts'
import { LazyAppearance } from '../appearance/lazy-appearance.ts'
import { useLayout } from './device.ts'
import { toggleFullscreen } from './fullscreen.tsx'
import { useLanguageActions } from './language-menu.tsx'
import { userMenuRoutesOf } from './menu-tree.ts'

const BUILT = builtRoutes()

/** Draws the person's menu. On a phone it also contains language and appearance, which have no buttons there. */
export function UserMenu() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { mobile } = useLayout()
  const languages = useLanguageActions()
  const errors = useErrorLog(log => log.list.length)
  const [isPassword, setPassword] = useState(false)
  const isGuest = me === null || me.roles.includes('guest')
  const name = me?.user.nickname || me?.user.name || t('shell.signIn')
  const isOwn = ({ path }: ContractRoute): boolean => path.startsWith('/console/')
  const routes = userMenuRoutesOf(BUILT, me)
  const [own, product] = [routes.filter(isOwn), routes.filter(route => !isOwn(route))]
  const pages = (list: readonly ContractRoute[]): MenuAction[] =>
    list.map(({ path }) => ({ key: path, label: t(titleKey(path)), run: () => goTo(path) }))
  const actions: (MenuAction | null)[] = [
    ...(mobile ? [...languages, null] : []),
    // A phone whose browser has no full screen is not offered it.
    ...(mobile && document.fullscreenEnabled
      ? [{ key: 'full', label: t('shell.fullscreen'), run: () => void toggleFullscreen() }, null]
      : []),
    ...(mobile && errors > 0
      ? [{ key: 'errors', label: t('shell.errors.button', { count: errors }), danger: true, run: openErrors }, null]
      : []),
    ...pages(own),
    ...(me && !isGuest
      ? [
          { key: 'bind', label: t('shell.verification'), run: () => askVerification('bind') },
          { key: 'password', label: t('shell.changePassword'), run: () => setPassword(true) },
        ]
      : []),
    ...(me ? [null] : []),
    ...pages(product),
    ...(me ? [{ key: 'keys', label: t('shell.keys.title'), run: openKeyHelp }] : []),
    ...(me && !mobile && errors === 0 ? [{ key: 'errors', label: t('shell.errors.title'), run: openErrors }] : []),
    ...(me ? [null] : []),
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
            {mobile && <LazyAppearance />}
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
