import { type ConsoleModule, lazyPart } from '@wattyard/console-kit'

const OrdersOfStation = lazyPart(async () => (await import('./orders/orders-of-place.tsx')).OrdersOfStation)
const OrdersOfMember = lazyPart(async () => (await import('./orders/orders-of-member.tsx')).OrdersOfMember)
const OrdersOfPile = lazyPart(async () => (await import('./orders/orders-of-place.tsx')).OrdersOfPile)

export const consoleModule: ConsoleModule = {
  name: 'finance',
  locales: {
    zh: () => import('../locales/zh.json'),
    en: () => import('../locales/en.json'),
    es: () => import('../locales/es.json'),
  },
  details: [
    {
      resource: 'assets.station',
      key: 'orders',
      tab: 'orders',
      needs: 'charging.order:read',
      Show: OrdersOfStation,
    },
    { resource: 'assets.pile', key: 'orders', tab: 'orders', needs: 'charging.order:read', Show: OrdersOfPile },
    { resource: 'members.member', key: 'orders', tab: 'orders', needs: 'charging.order:read', Show: OrdersOfMember },
  ],
  actions: [
    { key: 'closeDay', page: '/cwdata4/dailyBill', opens: 'close', needs: 'finance.dayClose:close' },
    { key: 'closeMonth', page: '/cwdata4/dailyBill', opens: 'months', needs: 'finance.monthClose:read' },
    {
      key: 'findOrder',
      page: '/cwdata2/orderDeatil',
      target: { resource: 'charging.order', label: 'orderNo', beside: 'station' },
    },
    {
      key: 'stopOrder',
      page: '/cwdata2/orderDeatil',
      opens: 'stop',
      needs: 'charging.order:stop',
      target: {
        resource: 'charging.order',
        label: 'orderNo',
        beside: 'station',
        only: { 'filter.state': 'charging' },
        can: 'stop',
      },
    },
  ],
  records: { 'charging.order': '/cwdata2/orderDeatil' },
  tones: {
    'finance.dailyBill.state': { open: 'idle', closing: 'wait', closed: 'good' },
    'finance.dayClose.state': { proposed: 'wait', rejected: 'idle', sealing: 'wait', sealed: 'good' },
  },
}
