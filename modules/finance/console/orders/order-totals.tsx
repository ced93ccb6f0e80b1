import { useQuery } from '@tanstack/react-query'
import { order } from '@wattyard/charging/contract'
import {
  api,
  Decimal,
  keepAtStation,
  type ListState,
  type Payload,
  useChosenStation,
  useListQuery,
  useWords,
} from '@wattyard/console-kit'
import { totalsOfOrders } from '../../contract/index.ts'
import './order-totals.css'

/** Sums of payments and reductions; the list itself adds up the amounts below their columns. */
const SHOWN = ['discount', 'paid', 'receivable', 'openDebt', 'refunded'] as const
const isNothing = (sum: string): boolean => /^0(\.0+)?$/.test(sum)
const STALE_MS = 5_000

/** Returns filter and search word of a query, because a total does not depend on page or order. */
function foundBy(query: Payload): Payload {
  return Object.fromEntries(Object.entries(query).filter(([key]) => key.startsWith('filter') || key === 'q'))
}

/** Draws the payments and reductions of the filtered orders, in one quiet line above the list. */
export function OrderTotals({ state }: { state: ListState }) {
  const { t } = useWords()
  const found = foundBy(useListQuery(order, state))
  const atStation = useChosenStation()
  const { data } = useQuery({
    // The key begins with the orders' name, so that it is read again together with the list.
    queryKey: ['charging.order', 'totals', { ...found, atStation }],
    queryFn: ({ signal }) => api.call(totalsOfOrders, { ...found, atStation }, { signal, lane: 'page', quiet: true }),
    placeholderData: keepAtStation(atStation),
    staleTime: STALE_MS,
  })
  if (!data) return <div className="fo-totals" aria-hidden="true" />
  const { totals } = data
  // When there are too many orders to add up at once, only the list's own sums remain.
  const shown = totals
    ? SHOWN.filter(key => !isNothing(totals[key]) || (key === 'openDebt' && !isNothing(totals.receivable))).map(
        key => [key, totals[key]] as const,
      )
    : []
  if (shown.length === 0) return null
  return (
    <dl className="fo-totals" aria-label={t('finance.orders.totals')}>
      {shown.map(([key, sum]) => (
        <div key={key}>
          <dt>{t(`finance.orders.${key}`)}</dt>
          <dd>
            <Decimal kind="money" value={sum} unit />
          </dd>
        </div>
      ))}
    </dl>
  )
}
