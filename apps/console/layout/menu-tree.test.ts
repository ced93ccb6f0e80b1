import type { Me } from '@wattyard/console-kit'
import { expect, test } from 'vitest'
import { CONTRACT_ROUTES } from '@wattyard/pages'
import { menuOf, searchMenu, topRoutesOf } from './menu-tree.ts'

const admin: Me = {
  user: { id: '1', name: 'root', loginName: 'admin' },
  menus: [],
  roles: ['admin'],
  permissions: [],
  company: null,
}
const nobody: Me = { ...admin, user: { id: '7', name: 'n', loginName: 'n' }, roles: ['guest'] }
const words: Readonly<Record<string, string>> = {
  'route./device/station': '充电站',
  'route./znyy/orderMonitoring': '订单监控',
}

test('the top bar has the flagged pages with their own word or their title; goods open beside the console', () => {
  const top = topRoutesOf(CONTRACT_ROUTES, admin).map(({ route, word, newTab }) => [route.path, word, newTab])
  expect(top).toEqual([
    ['/device/deviceView', 'shell.top.devices', false],
    ['/partner/goods', 'route./partner/goods', true],
    ['/znyy/orderMonitoring', 'shell.top.live', false],
    ['/cwdata2/orderDeatil', 'shell.top.orders', false],
  ])
  expect(topRoutesOf(CONTRACT_ROUTES, nobody)).toEqual([])
})

test('the menu is searched by title, group, path and pinyin initials', () => {
  const menu = menuOf(
    CONTRACT_ROUTES.filter(route => words[route.meta.title] !== undefined),
    admin,
  )
  const found = (text: string): string[] =>
    searchMenu(menu, text, key => words[key] ?? (key === 'group.zcgl' ? '资产管理' : '智慧运营')).flatMap(
      ({ entries }) => entries.map(({ key }) => key),
    )
  expect(found('ddjk')).toEqual(['/znyy/orderMonitoring'])
  expect(found('CDZ')).toEqual(['/device/station'])
  expect(found('zcgl')).toEqual(['/device/station'])
  expect(found('监控')).toEqual(['/znyy/orderMonitoring'])
  expect(found('xx')).toEqual([])
})
