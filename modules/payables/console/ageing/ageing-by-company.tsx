import type { CallAnswer } from '@wattyard/calls'
import {
  Decimal,
  EmptyState,
  ErrorState,
  HeadUnit,
  linkToRecord,
  SaveFile,
  Skeleton,
  useMay,
  usePage,
  useWords,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { BUCKETS } from '../../contract/ageing.ts'
import { DOCUMENT_KINDS, type DocumentKind, isPayment } from '../../contract/document-kind.ts'
import type { readAgeing } from '../../contract/calls/ageing.ts'
import { document } from '../../contract/document.ts'
import { useAgeing } from './use-ageing.ts'

const FILES = { ...document, path: `${document.path}/ageing` }

/** Draws what is open with each company by age, instead of the list. */
export function AgeingByCompany() {
  const { slots } = usePage()
  const kinds = DOCUMENT_KINDS.filter(kind => (slots.only?.kind ?? DOCUMENT_KINDS).includes(kind))
  return kinds.map(kind => <CompaniesOfKind key={kind} kind={kind} />)
}

function CompaniesOfKind({ kind }: { kind: DocumentKind }) {
  const { t } = useWords()
  const { state } = usePage()
  const company = state.filters.company
  const chosen = company && 'values' in company ? company.values : []
  const sought = state.q.trim().toLowerCase()
  const { data, error, refetch } = useAgeing(kind, { byCompany: true })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={5} />
  const companies = data.companies.filter(
    ({ id, name }) =>
      (chosen.length === 0 || chosen.includes(id)) && (sought === '' || name.toLowerCase().includes(sought)),
  )
  return (
    <>
      <div className="w-row w-wrap w-no-print pay-ageing-by">
        <span className="w-quiet">{t('payables.ageing.byCompanyHint', { day: data.day })}</span>
        <AgeingFile kind={kind} day={data.day} />
      </div>
      {companies.length === 0 ? (
        <EmptyState
          title={t(sought === '' ? 'payables.ageing.none' : 'payables.ageing.noCompanyNamed', { text: state.q })}
        />
      ) : (
        <CompaniesTable kind={kind} companies={companies} />
      )}
    </>
  )
}

/** Draws the button that saves the ageing of all companies on a day as a file. */
function AgeingFile({ kind, day }: { kind: DocumentKind; day: string }) {
  const { t } = useWords()
  if (!useMay(`${document.name}:export`)) return null
  return (
    <SaveFile of={FILES} query={{ kind, day, format: 'xlsx' }} size="small">
      {t('payables.ageing.save')}
    </SaveFile>
  )
}

type Companies = CallAnswer<typeof readAgeing>['companies']

function CompaniesTable({ kind, companies }: { kind: DocumentKind; companies: Companies }) {
  const { t } = useWords()
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
          {companies.map(({ id, name, total, buckets }) => {
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
