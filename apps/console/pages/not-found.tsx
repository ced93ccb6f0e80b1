import { EmptyState, useSession, useWords } from '@wattyard/console-kit'
import { titleKey } from '@wattyard/pages'
import { useState } from 'react'
import { menuOf, searchMenu } from '../layout/menu-tree.ts'
import { PageLink } from '../layout/page-link.tsx'
import { builtRoutes } from '../routes/modules.ts'
import { nearTo, useLostPath } from './lost-path.ts'
import './not-found.css'

const BUILT = builtRoutes()
/** Number of pages that are offered at once. */
const OFFERED = 6

/** Draws `/404`: what was not found, a search among this person's pages, and those whose address is like it. */
export function NotFound() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const { path } = useLostPath()
  const [typed, setTyped] = useState('')
  const menu = menuOf(BUILT, me)
  const keys = menu.flatMap(({ routes }) => routes.map(route => route.path))
  const isSeeking = typed.trim() !== ''
  const found = isSeeking
    ? searchMenu(menu, typed, t).flatMap(({ entries }) => entries.flatMap(({ route }) => route?.path ?? []))
    : nearTo(path, keys)
  return (
    <div className="s-lost">
      <EmptyState
        asHeading
        icon="404"
        title={t('shell.notFound.title')}
        text={path === '' ? t('shell.notFound.text') : t('shell.notFound.lost', { path })}
        action={<PageLink to="/">{t('shell.toHome')}</PageLink>}
      />
      {keys.length > 0 && (
        <search className="s-lost-search">
          <input
            className="w-input"
            type="search"
            maxLength={40}
            aria-label={t('shell.notFound.search')}
            placeholder={t('shell.notFound.search')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          {!isSeeking && found.length > 0 && <p className="w-quiet">{t('shell.notFound.near')}</p>}
          <ul>
            {found.slice(0, OFFERED).map(key => (
              <li key={key}>
                <PageLink to={key}>{t(titleKey(key))}</PageLink>
              </li>
            ))}
          </ul>
          {isSeeking && found.length === 0 && <p className="w-quiet">{t('kit.noMatch')}</p>}
        </search>
      )}
    </div>
  )
}
