import { expect, test } from 'vitest'
import { initialsOf, matchesText } from './initials.ts'

test.each([
  ['充电桩', 'cdz'],
  ['充电站', 'cdz'],
  ['订单监控', 'ddjk'],
  ['设备总览', 'sbzl'],
  ['日账单', 'rzd'],
  ['异常订单', 'ycdd'],
  ['运营商价格', 'yysjg'],
  ['首页', 'sy'],
  ['爱波测达鹅风光海金康', 'abcdefghjk'],
  ['蓝明南欧盘全人三天网喜云中', 'lmnopqrstwxyz'],
  ['CEC 互联', 'cec hl'],
])('%s is %s', (text, initials) => expect(initialsOf(text)).toBe(initials))

test('found as written or by initials; other languages as written only', () => {
  expect(['电桩', 'CDZ', ' dz '].every(sought => matchesText('充电桩', sought))).toBe(true)
  expect([matchesText('充电桩', 'zd'), matchesText('Órdenes', 'órd'), matchesText('Orders', 'od')]).toEqual([
    false,
    true,
    false,
  ])
})
