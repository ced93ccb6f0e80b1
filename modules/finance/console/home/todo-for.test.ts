import type { Me } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import type { Todo } from '../../contract/index.ts'
import { actionOf } from './todo-for.ts'

const PATHS: Readonly<Record<Todo['kind'], string>> = {
  fault: '/device/deviceView',
  offline: '/device/deviceView',
  abnormal: '/cwdata2/errOrderDetail',
  ledger: '/cwdata4/dailyBill',
  draft: '/pricePollcy/operPrice',
  dayClose: '/cwdata4/dailyBill',
  approveClose: '/cwdata4/dailyBill',
  monthClose: '/cwdata4/dailyBill',
  approval: '/home',
  refund: '/wallet/refundBill',
  payOut: '/wallet/refundBill',
  payOutFailed: '/wallet/refundBill',
  payOutStuck: '/wallet/refundBill',
  payOutUnheard: '/wallet/refundBill',
  difference: '/cwdata4/TradeNBill',
  channelFile: '/cwdata4/TradeNBill',
  pendingPile: '/device/devicePole',
  unopened: '/device/station',
}
const KINDS = Object.keys(PATHS) as Todo['kind'][] // a closed literal

const todo = (kind: Todo['kind']): Todo => ({
  kind,
  severity: 'warning',
  count: 1,
  since: null,
  subject: null,
  examples: [],
  targets: ['pile'],
  link: { path: PATHS[kind], query: {} },
})

const person = (...permissions: string[]): Me => ({
  user: { id: 'u', loginName: 'u', displayName: 'u', userType: 'staff', language: 'zh' } as unknown as Me['user'],
  menus: [],
  roles: [],
  permissions,
  company: null,
})

/** Permissions and pages of the roles, as far as home asks about them. */
const ROLES = {
  finance: {
    me: person(
      'finance.dayClose:close',
      'finance.dayClose:approve',
      'platform.approval:approve',
      'payments.refund:approve',
      'payments.refundPart:payOut',
      'reconciliation.outcome:remedy',
      'reconciliation.file:create',
      'assets.pile:read',
    ),
    opens: ['/home', '/cwdata4/dailyBill', '/cwdata2/errOrderDetail', '/wallet/refundBill', '/cwdata4/TradeNBill'],
  },
  maintenance: {
    me: person('gateway.command:reset', 'assets.pile:read', 'gateway.pendingPile:approve'),
    opens: ['/home', '/device/deviceView', '/device/devicePole'],
  },
  support: {
    me: person('charging.abnormal:handle', 'assets.pile:read', 'finance.dayClose:read'),
    opens: ['/home', '/cwdata2/errOrderDetail', '/cwdata4/dailyBill'],
  },
  guest: { me: person('assets.pile:read', 'finance.dayClose:read'), opens: Object.values(PATHS) },
} as const

test.each([
  [
    'finance',
    [
      'abnormal',
      'ledger',
      'dayClose',
      'approveClose',
      'approval',
      'refund',
      'payOut',
      'payOutFailed',
      'payOutStuck',
      'payOutUnheard',
      'difference',
      'channelFile',
    ],
  ],
  ['maintenance', ['fault', 'offline', 'pendingPile']],
  ['support', ['abnormal', 'ledger']],
  ['guest', ['fault', 'offline', 'abnormal', 'ledger']],
] as const)('home offers %s only what they can do or look at', (role, offered) => {
  const { me, opens } = ROLES[role]
  const canOpen = (path: string) => (opens as readonly string[]).includes(path)
  expect(KINDS.filter(kind => actionOf(todo(kind), me, canOpen))).toEqual(offered)
})

test('a fault without a pile to restart, or without the right, is looked at where its page is open', () => {
  const { me } = ROLES.maintenance
  expect(actionOf(todo('fault'), me, () => true)).toBe('reset')
  expect(actionOf({ ...todo('fault'), targets: [] }, me, () => true)).toBe('look')
  expect(actionOf(todo('fault'), ROLES.guest.me, () => true)).toBe('look')
  expect(actionOf(todo('fault'), ROLES.guest.me, () => false)).toBeUndefined()
  expect(actionOf(todo('draft'), ROLES.guest.me, () => true)).toBeUndefined()
})

test('held orders are handled by those who may decide about the order; others look at them', () => {
  const held = { ...todo('abnormal'), held: true }
  const handler = person('charging.abnormal:handle', 'charging.abnormal:assign')
  expect(actionOf(todo('abnormal'), handler, () => true)).toBe('handle')
  expect(actionOf(held, handler, () => true)).toBe('look')
  expect(actionOf(held, person('charging.order:waive'), () => true)).toBe('handle')
})
