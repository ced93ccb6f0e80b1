import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { order } from '@wattyard/charging/contract'
import { api, Decimal, type ListState, type Payload, useListQuery, useWords } from '@wattyard/console-kit'
import { totalsOfOrders } from '../../contract/index.ts'
import './order-totals.css'

/** What became of the amounts; the amounts themselves are added up under their columns, by the list. */
const SHOWN = ['discount', 'paid', 'receivable', 'refunded'] as const
const STALE_MS = 5_000

/** Only the filter matters: a total does not change with the page or its order. */
function filterOf(query: Payload): Payload {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key.startsWith('filter')))
}

/** What became of the amounts that the filter finds, in one quiet line above the list. */
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
  const { totals } = data
  // Where there are too many to add up while somebody waits, the list's own sums remain.
  const shown = totals
    ? SHOWN.flatMap(key => (/^0(\.0+)?$/.test(totals[key]) ? [] : [[key, totals[key]] as const]))
    : []
  if (shown.length === 0) return null
  return (
    <dl className="fo-totals" aria-label={t('finance.orders.totals')}>
      {shown.map(([key, sum]) => (
        <div key={key}>
          <dt>{t(`finance.orders.${key}`)}</dt>
          <dd>
            <Decimal kind="money" value={sum} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
