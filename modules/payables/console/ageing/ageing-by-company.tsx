import {
  Decimal,
  EmptyState,
  ErrorState,
  HeadUnit,
  linkToRecord,
  Skeleton,
  usePage,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { BUCKETS } from '../../contract/ageing.ts'
import { DOCUMENT_KINDS, type DocumentKind, isPayment } from '../../contract/document-kind.ts'
import { useAgeing } from './use-ageing.ts'

/** Draws what is open with each company by age, instead of the list. */
export function AgeingByCompany() {
  const { slots } = usePage()
  const kinds = DOCUMENT_KINDS.filter(kind => (slots.only?.kind ?? DOCUMENT_KINDS).includes(kind))
  return kinds.map(kind => <CompaniesOfKind key={kind} kind={kind} />)
}

function CompaniesOfKind({ kind }: { kind: DocumentKind }) {
  const { t } = useWords()
  const { data, error, refetch } = useAgeing(kind, { byCompany: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={5} />
  if (data.companies.length === 0) return <EmptyState title={t('payables.ageing.none')} />
  const words = isPayment(kind) ? 'paidBucket' : 'bucket'
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain">
        <caption className="w-sr">{t(`payables.ageing.kind.${kind}`)}</caption>
        <thead>
          <tr>
            <th>
              {t('payables.ageing.company')} · {t(`payables.ageing.kind.${kind}`)}
            </th>
            <th data-align="end">
              {t('payables.ageing.total')} <HeadUnit kind="money" />
            </th>
            {BUCKETS.map(bucket => (
              <th key={bucket} data-align="end">
                {t(`payables.ageing.${words}.${bucket}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.companies.map(({ id, name, total, buckets }) => {
            const to = linkToRecord('companies.company', id)
            return (
              <tr key={id}>
                <td>{to === undefined ? name : <Link to={to}>{name}</Link>}</td>
                <td className="w-num" data-align="end">
                  <Decimal kind="money" value={total} />
                </td>
                {BUCKETS.map(bucket => (
                  <td key={bucket} className="w-num" data-align="end">
                    {buckets[bucket] === '0.00' ? '–' : <Decimal kind="money" value={buckets[bucket]} />}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
