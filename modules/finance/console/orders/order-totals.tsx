import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { order } from '@wattyard/charging/contract'
import { api, Count, Decimal, type ListState, type Payload, useListQuery, useWords } from '@wattyard/console-kit'
import { totalsOfOrders } from '../../contract/index.ts'
import './order-totals.css'

const SHOWN = ['energy', 'electricity', 'service', 'discount', 'total', 'paid', 'receivable', 'refunded'] as const
const STALE_MS = 5_000

/** Only the filter matters: a total does not change with the page or its order. */
function filterOf(query: Payload): Payload {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key.startsWith('filter')))
}

/** Sums of everything the filter finds, in one quiet line above the list. */
export function OrderTotals({ state }: { state: ListState }) {
  const { t } = useWords()
  const filter = filterOf(useListQuery(order, state))
  const { data } = useQuery({
    // Under the orders' own name: whatever makes the list read again does so here.
    queryKey: ['charging.order', 'totals', filter],
    queryFn: ({ signal }) => api.call(totalsOfOrders, filter, { signal, lane: 'page', quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  if (!data) return <div className="fo-totals" aria-hidden="true" />
  if (data.totals === null) return <p className="fo-totals w-quiet">{t('finance.orders.tooMany', { max: data.max })}</p>
  const { totals } = data
  return (
    <dl className="fo-totals" aria-label={t('finance.orders.totals')}>
      <div>
        <dt>{t('finance.orders.orders')}</dt>
        <dd>
          <Count value={totals.orders} />
        </dd>
      </div>
      {SHOWN.filter(key => key === 'total' || !/^0(\.0+)?$/.test(totals[key])).map(key => (
        <div key={key} data-strong={key === 'total' ? '' : undefined}>
          <dt>{t(`finance.orders.${key}`)}</dt>
          <dd>
            <Decimal kind={key === 'energy' ? 'energy' : 'money'} value={totals[key]} unit={key === 'energy'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
