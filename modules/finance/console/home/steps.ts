import type { OrderState } from '@wattyard/charging/contract'

/** One of the things that a new company has to do. */
export interface FirstStep {
  readonly key: 'operator' | 'people' | 'price' | 'station' | 'pile' | 'open' | 'order'
  /** Resource whose records show that it is done. */
  readonly resource: { readonly name: `${string}.${string}`; readonly path: string }
  readonly query?: Readonly<Record<string, string | readonly string[]>>
  /** Number of records from which on it is done. */
  readonly done: number
  /** Page on which it is done. */
  readonly page: string
}

/** Orders that have run to their end: one that still charges may yet fail, and one that never began is closed. */
export const ENDED_ORDERS = {
  'filter.state': ['ended', 'settled', 'abnormal', 'reversed'],
} as const satisfies Record<string, readonly OrderState[]>

/** Steps in the order in which each needs the ones before. */
export const FIRST_STEPS: readonly FirstStep[] = [
  {
    key: 'operator',
    resource: { name: 'identity.office', path: 'sys/office' },
    query: { 'filter.kind': 'operator' },
    done: 1,
    page: '/console/org',
  },
  // The administrator is the first of them.
  { key: 'people', resource: { name: 'identity.user', path: 'sys/user' }, done: 2, page: '/console/employee' },
  {
    key: 'price',
    resource: { name: 'pricing.policy', path: 'pricing/policy' },
    done: 1,
    page: '/pricePollcy/operPrice',
  },
  { key: 'station', resource: { name: 'assets.station', path: 'device/station' }, done: 1, page: '/device/station' },
  { key: 'pile', resource: { name: 'assets.pile', path: 'device/devicePole' }, done: 1, page: '/device/devicePole' },
  // Until then a station counts as out of use everywhere, and yet its piles charge: home, wall and lists would not show it.
  {
    key: 'open',
    resource: { name: 'assets.station', path: 'device/station' },
    query: { 'filter.status': 'open' },
    done: 1,
    page: '/device/station?f.status=building',
  },
  {
    key: 'order',
    resource: { name: 'charging.order', path: 'charging/order' },
    query: ENDED_ORDERS,
    done: 1,
    page: '/cwdata2/orderDeatil',
  },
]

/** Returns whether a company is known to have no ended order yet, or no station in operation. */
export const isStarting = (orders: number | undefined, openStations: number | undefined): boolean =>
  orders === 0 || openStations === 0
