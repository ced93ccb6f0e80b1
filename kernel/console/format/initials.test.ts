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

test.each([
  ['充电桩', 'chongdianzhuang', 'dianzhuang', 'zhuang', 'CHONG dian', "chong'dian"],
  ['日账单', 'rizhangdan', 'zhang'],
  ['储能管理', 'chuneng', 'nengguan'],
  ['女员工', 'nvyuangong'],
  ['绿源', 'lvyuan'],
  ['CEC 互联', 'cec hulian', 'hulian'],
])('%s is found by its whole pinyin', (text, ...sought) => {
  expect(sought.filter(one => !matchesText(text, one))).toEqual([])
  // From the start of a syllable on, or two letters would find everything.
  expect(['ang', 'ong', 'ian', "'", 'chongdianx'].filter(one => matchesText(text, one))).toEqual([])
})

test('found as written or by initials; other languages as written only', () => {
  expect(['电桩', 'CDZ', ' dz '].every(sought => matchesText('充电桩', sought))).toBe(true)
  expect([matchesText('充电桩', 'zd'), matchesText('Órdenes', 'órd'), matchesText('Orders', 'od')]).toEqual([
    false,
    true,
    false,
  ])
})
