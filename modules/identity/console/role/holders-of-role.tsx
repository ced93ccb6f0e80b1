import {
  ErrorState,
  linkToRecord,
  type SectionProps,
  Skeleton,
  StatusTag,
  useList,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { user } from '../../contract/user.ts'

const MAX_SHOWN = 200

/** Draws the people with the role, as far as the reader may see them. */
export function HoldersOfRole({ record }: SectionProps) {
  const { t } = useWords()
  const mayRead = useMay('identity.user:read')
  const people = useList(user, { page: 1, pageSize: MAX_SHOWN, 'filter.roleIds': record.id }, { enabled: mayRead })
  if (!mayRead) return <p className="w-quiet">{t('identity.roles.holdersHidden')}</p>
  if (people.error) return <ErrorState error={people.error} onRetry={() => void people.refetch()} />
  if (!people.data) return <Skeleton lines={2} />
  if (people.data.list.length === 0) return <p className="w-quiet">{t('identity.roles.noHolders')}</p>
  return (
    <ul className="id-grants">
      {people.data.list.map(one => (
        <li key={one.id}>
          <Link to={linkToRecord('identity.user', one.id) ?? '#'}>{one.displayName}</Link>
          <span className="w-row">
            <span className="w-mono">{one.loginName}</span>
            <StatusTag of="identity.user.status" value={one.status} />
          </span>
        </li>
      ))}
      {people.data.total > people.data.list.length && (
        <li className="w-quiet">{t('identity.roles.moreHolders', { count: people.data.total })}</li>
      )}
    </ul>
  )
}
