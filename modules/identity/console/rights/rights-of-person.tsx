import { useQuery } from '@tanstack/react-query'
import { api, ErrorState, joinNames, matchesText, type SectionProps, Skeleton, useWords } from '@wattyard/console-kit'
import { Input } from 'antd'
import { useState } from 'react'
import { type ExplainedRights, explainRightsOfPerson } from '../../contract/calls/person.ts'
import { usePermissionWords } from './use-permission-words.ts'
import './rights.css'

/**
 * Draws a person's rights and their reasons: each permission with the role that grants it, each page with the permissions that
 * open it.
 */
export function RightsOfPerson({ record }: SectionProps) {
  const rights = useQuery({
    // The key begins with the resource, so that a change of the person reads it again.
    queryKey: ['identity.user', 'why', record.id],
    queryFn: async ({ signal }) => api.call(explainRightsOfPerson, { id: record.id }, { signal, quiet: true }),
  })
  if (rights.error) return <ErrorState error={rights.error} onRetry={() => void rights.refetch()} />
  if (!rights.data) return <Skeleton lines={4} />
  return <Rights rights={rights.data} />
}

function Rights({ rights }: { rights: ExplainedRights }) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState('')
  const named = [...rights.permissions.map(one => one.permission), ...rights.pages.flatMap(page => page.by)]
  const words = usePermissionWords(named)
  if (!words.isReady) return <Skeleton lines={4} />
  const roleName = (id: string): string => rights.roles.find(role => role.id === id)?.name ?? id
  const say = (permission: string): string => `${words.nounWord(permission)} · ${words.actionWord(permission)}`
  const permissions = rights.permissions
    .map(one => ({ ...one, text: say(one.permission), module: words.moduleWord(one.permission) }))
    .filter(one => matchesText(`${one.text} ${one.permission}`, typed))
  const pages = rights.pages
    .map(page => ({ ...page, text: t(`route.${page.path}`) }))
    .filter(page => matchesText(`${page.text} ${page.path}`, typed))
  return (
    <div className="id-rights">
      <Standing rights={rights} />
      <Input
        type="search"
        aria-label={t('identity.rights.search')}
        placeholder={t('identity.rights.search')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <details open={typed !== ''}>
        <summary>{t('identity.rights.pages', { count: pages.length })}</summary>
        <ul>
          {pages.map(page => (
            <li key={page.path}>
              <span>{page.text}</span>
              <span className="w-quiet">
                {page.by.length > 0 ? joinNames(page.by.map(say), language) : t('identity.rights.everybody')}
              </span>
            </li>
          ))}
        </ul>
      </details>
      <details open={typed !== ''}>
        <summary>{t('identity.rights.permissions', { count: permissions.length })}</summary>
        <ul>
          {permissions.map(one => (
            <li key={one.permission}>
              <span title={one.permission}>
                <span className="w-quiet">{one.module}</span> {one.text}
              </span>
              <span className="w-quiet">{joinNames(one.roles.map(roleName), language)}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** Draws a summary: roles and whether they include everything. The head of the detail says which rows are visible. */
function Standing({ rights }: { rights: ExplainedRights }) {
  const { t } = useWords()
  const { roles, isEverything, readOnly } = rights
  if (roles.length === 0) return <p>{t('identity.rights.noRole')}</p>
  return (
    <>
      <p className="w-row w-wrap">
        {roles.map(role => (
          <span key={role.id} className="w-tag" data-tone={role.code === 'admin' ? 'busy' : 'idle'}>
            {role.name}
          </span>
        ))}
      </p>
      {isEverything && <p>{t('identity.rights.isEverything')}</p>}
      {readOnly && <p>{t('identity.rights.readOnly')}</p>}
    </>
  )
}
