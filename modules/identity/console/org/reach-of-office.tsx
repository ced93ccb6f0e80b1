import { useQuery } from '@tanstack/react-query'
import { api, ErrorState, joinNames, linkToRecord, Skeleton, useMay, useWords } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { type OfficeReach, type ReachOfPerson, readReachOfOffice } from '../../contract/calls/office.ts'
import '../role/role.css'

/**
 * Draws what people of the office can see, and who can see the office. Both follow from roles and assignments, which are named.
 */
export function ReachOfOffice({ id }: { id: string }) {
  const { t } = useWords()
  const mayRead = useMay('identity.user:read')
  const reach = useQuery({
    queryKey: ['identity.user', 'reach', id],
    queryFn: async ({ signal }) => api.call(readReachOfOffice, { id }, { signal, quiet: true }),
    enabled: mayRead,
  })
  if (!mayRead) return null
  return (
    <section className="w-section">
      <h3>{t('identity.org.reach')}</h3>
      {reach.error ? (
        <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
      ) : reach.data ? (
        <Reach reach={reach.data} />
      ) : (
        <Skeleton lines={2} />
      )}
    </section>
  )
}

function Reach({ reach }: { reach: OfficeReach }) {
  const { t, language } = useWords()
  const { count, names } = reach.seenByAssigned
  return (
    <>
      <p className="w-quiet">
        {t('identity.org.seenBy', {
          whole: reach.seenByWhole,
          operator: reach.operator ?? t('identity.org.companyItself'),
        })}
        {count > 0 &&
          ` ${t('identity.org.seenByAssigned', { count })}${names.length > 0 ? ` ${joinNames(names, language)}` : ''}`}
      </p>
      {reach.people.length > 0 && (
        <ul className="id-grants">
          {reach.people.map(one => (
            <li key={one.id}>
              <Link to={linkToRecord('identity.user', one.id) ?? '#'}>{one.name}</Link>
              <span className="w-quiet">
                <SeenBy person={one} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SeenBy({ person }: { person: ReachOfPerson }) {
  const { t, language } = useWords()
  if (person.isWhole) return t('identity.org.seesAll')
  if (person.operators.length === 0) return t('identity.org.seesNothing')
  const operators = t('identity.org.seesOperators', { names: joinNames(person.operators, language) })
  return person.stations === null
    ? operators
    : `${operators} ${t('identity.org.seesStations', { count: person.stations })}`
}
