import { readMenuOfPerson } from '@wattyard/identity/contract'
import { useQuery } from '@tanstack/react-query'
import { api, Icon, useMay, useRefOptions, useWords } from '@wattyard/console-kit'
import { type LayoutGroup, menuOfVisitor, runsOf, type Visitor } from '@wattyard/pages'
import { Select } from 'antd'
import { useState } from 'react'
import { type MenuView } from '../../contract/calls/menu.ts'
import { layoutFrom, titleIn } from './use-menu.ts'

/** Draws the menu of a role or a person, by the rule that draws the sidebar. */
export function MenuPreview({ menu }: { menu: MenuView }) {
  const { t } = useWords()
  const [as, setAs] = useState('')
  const visitor = useVisitor(menu, as)
  const isBuilt = (route: { path: string }): boolean => Object.hasOwn(menu.opens, route.path)
  const shown = visitor === undefined ? [] : menuOfVisitor(layoutFrom(menu), isBuilt, visitor)
  const count = shown.reduce((sum, group) => sum + group.entries.length, 0)
  return (
    <section className="w-card platform-menu-preview">
      <div className="platform-menu-find">
        <h3>{t('platform.menu.previewAs')}</h3>
        <AsWhom menu={menu} value={as} onChange={setAs} />
        <output className="w-quiet">{t('platform.menu.previewCount', { count })}</output>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by key */}
      <section className="platform-side" tabIndex={0} aria-label={t('platform.menu.previewAs')}>
        {visitor !== undefined && shown.length === 0 && <p>{t('platform.menu.previewEmpty')}</p>}
        <ul>
          {shown.map(group => (
            <PreviewGroup key={group.key} menu={menu} group={group} />
          ))}
        </ul>
      </section>
    </section>
  )
}

/** Returns the visitor of the preview; undefined while it is being read. */
function useVisitor(menu: MenuView, as: string): Visitor | null | undefined {
  const [kind, id = ''] = as.split(':')
  const person = useQuery({
    queryKey: ['platform.menuEntry', 'as', id],
    enabled: kind === 'user',
    queryFn: ({ signal }) => api.call(readMenuOfPerson, { id }, { signal, lane: 'page', quiet: true }),
  })
  if (kind === 'user')
    return person.data
      ? { user: { id: '' }, menus: person.data.menus, roles: [...person.data.roles, ...person.data.permissions] }
      : undefined
  const role = menu.roles.find(one => one.id === id)
  if (role) return { user: { id: '' }, menus: role.menus, roles: role.roles }
  return { user: { id: '1' }, menus: [], roles: ['admin', 'adminRole'] }
}

function AsWhom({ menu, value, onChange }: { menu: MenuView; value: string; onChange: (value: string) => void }) {
  const { t } = useWords()
  const maySeePeople = useMay('identity.user:read')
  const [typed, setTyped] = useState('')
  const people = useRefOptions('identity.user', typed, value.startsWith('user:') ? [value.slice('user:'.length)] : [], {
    enabled: maySeePeople,
  })
  const roles = menu.roles.filter(role => role.name.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Select
      className="platform-as"
      aria-label={t('platform.menu.previewAs')}
      value={value}
      onChange={onChange}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[
        { value: '', label: t('platform.menu.previewAll') },
        {
          label: t('platform.menu.roles'),
          options: roles.map(role => ({ value: `role:${role.id}`, label: role.name })),
        },
        ...(maySeePeople
          ? [
              {
                label: t('platform.menu.people'),
                options: people.options.map(person => ({ value: `user:${person.id}`, label: person.label })),
              },
            ]
          : []),
      ]}
    />
  )
}

function PreviewGroup({ menu, group }: { menu: MenuView; group: LayoutGroup }) {
  const { t, language } = useWords()
  const name = (key: string): string => titleIn(menu, key, language)
  return (
    <li>
      <p className="platform-side-group">
        <Icon name={group.icon} />
        <span className="w-clip">{name(group.key)}</span>
        {group.badge && <small>{t(`platform.menuEntry.badgeValue.${group.badge}`)}</small>}
      </p>
      {runsOf(group.entries).map(({ section, entries }) => (
        <div key={entries[0]?.key}>
          {section && <p className="platform-side-section">{t(`shell.section.${section}`)}</p>}
          <ul>
            {entries.map(entry => (
              <li key={entry.key} className="platform-side-entry">
                {entry.icon && <Icon name={entry.icon} />}
                <span className="w-clip">{name(entry.key)}</span>
                {entry.badge && <small>{t(`platform.menuEntry.badgeValue.${entry.badge}`)}</small>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </li>
  )
}
