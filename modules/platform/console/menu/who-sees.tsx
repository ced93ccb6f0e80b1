import { type MenuView, type RoleVisitor } from '../../contract/calls/menu.ts'
import { linkToRecord, useWords } from '@wattyard/console-kit'
import { permissionWords } from '@wattyard/identity/contract'
import { isAllowed, routeAt } from '@wattyard/pages'
import { Link } from 'react-router'

/** Returns the roles whose holders see a page, as for a sign-in with that role alone. */
export function rolesThatSee(roles: readonly RoleVisitor[], path: string): RoleVisitor[] {
  const route = routeAt(path)
  return route ? roles.filter(role => isAllowed(route, { user: { id: '' }, roles: role.roles, menus: role.menus })) : []
}

/**
 * Draws the permissions that open a page and the roles that see it. The page's own rule and the roles decide it; nothing can be
 * changed here.
 */
export function WhoSees({ menu, path }: { menu: MenuView; path: string }) {
  const { t } = useWords()
  const needed = menu.opens[path] ?? []
  const roles = rolesThatSee(menu.roles, path)
  const isauthor = routeAt(path)?.meta.isauthor === true
  return (
    <section className="w-section platform-who">
      <h3>{t('platform.menu.opens')}</h3>
      {needed.length === 0 ? (
        <p>{t('platform.menu.opensAll')}</p>
      ) : (
        <>
          {needed.length > 1 && <p className="w-quiet">{t('platform.menu.opensOneOf')}</p>}
          <ul>
            {needed.map(permission => (
              <Permission key={permission} permission={permission} />
            ))}
          </ul>
        </>
      )}
      {isauthor && <p className="w-quiet">{t('platform.menu.isauthor')}</p>}
      <h3>{t('platform.menu.seenBy')}</h3>
      {roles.length === 0 && <p className="w-quiet">{t('platform.menu.seenByNobody')}</p>}
      <p className="w-row w-wrap">
        {roles.map(role => (
          <RoleName key={role.id} role={role} />
        ))}
      </p>
      <p className="w-quiet">
        {t('platform.menu.hiddenStill')}{' '}
        <Link className="w-inline-link" to="/console/role">
          {t('platform.menu.grantAt')}
        </Link>
      </p>
    </section>
  )
}

function Permission({ permission }: { permission: string }) {
  const { t } = useWords()
  const words = permissionWords(permission)
  return (
    <li>
      {t(words.noun)} · {t(words.action)} <small className="w-mono w-quiet">{permission}</small>
    </li>
  )
}

function RoleName({ role }: { role: RoleVisitor }) {
  const link = linkToRecord('identity.role', role.id)
  return (
    <span className="w-tag" data-plain="">
      {link ? <Link to={link}>{role.name}</Link> : role.name}
    </span>
  )
}
