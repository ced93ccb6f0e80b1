import { useQuery } from '@tanstack/react-query'
import {
  api,
  EmptyState,
  ErrorState,
  RefSelect,
  Skeleton,
  useAddressFilters,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { journal, listJournalsOfSource } from '@wattyard/ledger/contract'
import { Select } from 'antd'

/** Kinds of records that cause journals and can be found by their numbers. */
const SOURCES = ['charging.order', 'payments.payment', 'payments.refund', 'reconciliation.outcome'] as const
type Source = (typeof SOURCES)[number]

/** Draws the choice of a record by its number, and the journals that it caused line by line; both are in the address. */
export function JournalsOfSource() {
  const { t } = useWords()
  const may: Readonly<Record<Source, boolean>> = {
    'charging.order': useMay('charging.order:read'),
    'payments.payment': useMay('payments.payment:read'),
    'payments.refund': useMay('payments.refund:read'),
    'reconciliation.outcome': useMay('reconciliation.outcome:read'),
  }
  const offered = SOURCES.filter(source => may[source])
  const [{ of, source }, change] = useAddressFilters(['of', 'source'])
  const type = offered.find(one => one === of) ?? offered[0]
  if (type === undefined) return null
  return (
    <section className="w-card rc-of-source" aria-label={t('reconciliation.journals.ofSource')}>
      <div className="rc-of-source-choice">
        <span>{t('reconciliation.journals.ofSource')}</span>
        <Select
          aria-label={t('ledger.journal.sourceType')}
          value={type}
          onChange={next => change({ of: next, source: '' })}
          options={offered.map(value => ({ value, label: t(`reconciliation.journals.source.${value}`) }))}
        />
        <RefSelect
          key={type}
          of={type}
          label={t('ledger.journal.sourceId')}
          value={source}
          labels={{}}
          onChange={id => change({ of: type, source: id })}
        />
      </div>
      {source !== '' && <Journals type={type} id={source} />}
    </section>
  )
}

function Journals({ type, id }: { readonly type: Source; readonly id: string }) {
  const { t } = useWords()
  const { data, error, refetch } = useQuery({
    queryKey: [journal.name, 'of', type, id],
    queryFn: ({ signal }) => api.call(listJournalsOfSource, { type, id }, { signal, lane: 'page', quiet: true }),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={3} />
  if (data.list.length === 0) return <EmptyState title={t('reconciliation.journals.none')} />
  return <JournalLines of={journal.name} ids={data.list.map(one => one.id)} />
}
