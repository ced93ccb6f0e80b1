import { DIALOG_PARAM, ErrorState, Skeleton, useList, useWords, When } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { file } from '../../contract/records/file.ts'
import { DESCRIBE } from './open-describe.tsx'

/** Most files that are offered; the list of files has the others. */
const MOST = 10
const WAITING = { page: 1, pageSize: MOST, sort: '-createdAt', 'filter.state': 'faulty' } as const

/** Draws the files that no format knows, each as the way to its description. */
export function ChooseSample() {
  const { t } = useWords()
  const { data, error, refetch } = useList(file, WAITING)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  const waiting = data.list.filter(one => one.fault === 'format-unknown')
  const upload = `?part=files&${DIALOG_PARAM}=upload`
  return (
    <section className="rc-samples" aria-label={t('reconciliation.describe.choose')}>
      <h3>{t('reconciliation.describe.choose')}</h3>
      <p className="w-quiet">{t(`reconciliation.describe.${waiting.length === 0 ? 'noFiles' : 'chooseHint'}`)}</p>
      <ul>
        {waiting.map(one => (
          <li key={one.id}>
            <Link to={`?part=mappings&${DIALOG_PARAM}=${DESCRIBE}&sample=${one.id}`}>{one.name}</Link>{' '}
            <span className="w-quiet">
              {data.labels['payments.channel']?.[one.channel]} · <When at={one.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <Link to={upload}>{t('reconciliation.file.create')}</Link>
    </section>
  )
}
