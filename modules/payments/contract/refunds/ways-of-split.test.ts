import { expect, test } from 'vitest'
import { waysOfSplit } from './ways-of-split.ts'

test('a refund leaves by its channels, added up by kind, and by hand', () => {
  const rows = [
    { kind: 'wechat', byChannel: '40.00', byHand: '0.00' },
    { kind: 'cash', byChannel: '0.00', byHand: '9.50' },
    { kind: 'wechat', byChannel: '0.10', byHand: '3.00' },
    { kind: 'alipay', byChannel: '7.00', byHand: '0.00' },
    { kind: null, byChannel: '0.00', byHand: '0.50' },
  ] as const
  expect(waysOfSplit(rows)).toEqual([
    { how: 'asked', kind: 'wechat', amount: '40.10' },
    { how: 'notAsked', kind: 'alipay', amount: '7.00' },
    { how: 'byHand', kind: null, amount: '13.00' },
  ])
})

test('a way that nothing goes is not named', () => {
  expect(waysOfSplit([{ kind: 'wechat', byChannel: '5.00', byHand: '0.00' }])).toEqual([
    { how: 'asked', kind: 'wechat', amount: '5.00' },
  ])
  expect(waysOfSplit([])).toEqual([])
})
