import { useQuery } from '@tanstack/react-query'
import { api, ErrorState, linkToRecord, Skeleton, StatusTag, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { listPeopleOfOffice } from '../../contract/calls/person.ts'
import '../role/role.css'

/** Draws the people of the office itself; people of lower offices are shown there. */
export function PeopleOfOffice({ id }: { id: string }) {
  const { t } = useWords()
  const mayRead = useMay('identity.user:read')
  const people = useQuery({
    // The key begins with the resource, so that a change of any person reads it again.
    queryKey: ['identity.user', 'of', id],
    queryFn: async ({ signal }) => (await api.call(listPeopleOfOffice, { id }, { signal, quiet: true })).list,
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <section className="w-section">
      <h3>
        {t('identity.org.people')}
        {people.data && people.data.length > 0 && <span className="w-quiet w-num"> {people.data.length}</span>}
      </h3>
      {people.error ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      ) : !people.data ? (
        <Skeleton lines={2} />
      ) : people.data.length === 0 ? (
        <p className="w-quiet">{t('identity.org.noPeople')}</p>
      ) : (
        <ul className="id-grants">
          {people.data.map(one => (
            <li key={one.id}>
              <span>
                <Link to={linkToRecord('identity.user', one.id) ?? '#'}>{one.name}</Link>{' '}
                <span className="w-quiet">{one.postLabel}</span>
              </span>
              <span className="w-row">
                <span className="w-mono">{one.loginName}</span>
                <StatusTag of="identity.user.status" value={one.status} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
