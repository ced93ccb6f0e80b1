import { expect, test } from 'vitest'
import { readRules, typedRules } from './rule-limits.ts'

const RULES = [
  { resource: 'charging.order', command: 'refund', own: 20_000, hasLimit: true },
  { resource: 'ledger.journal', command: 'reverse', own: 0, hasLimit: true },
  { resource: 'pricing.version', command: 'publish', own: null, hasLimit: false },
]

test('amounts are typed in yuan, rules without one are on or off, and both are read back unchanged', () => {
  const stored = { 'charging.order:refund': 5, 'pricing.version:publish': 0 }
  const typed = typedRules(RULES, stored, 'zh')
  expect(typed).toEqual({
    'charging.order:refund': '0.05',
    'ledger.journal:reverse': '0.00',
    'pricing.version:publish': true,
  })
  expect(readRules(RULES, typed, stored, 'zh')).toEqual({ limits: stored, wrong: new Set() })
})

test('only differences from the product are stored, and unknown rules stay', () => {
  const stored = { 'later.thing:do': 7, 'ledger.journal:reverse': null }
  const typed = { ...typedRules(RULES, stored, 'zh'), 'charging.order:refund': '200', 'ledger.journal:reverse': '0' }
  expect(readRules(RULES, typed, stored, 'zh').limits).toEqual({ 'later.thing:do': 7 })
  expect(readRules(RULES, { ...typed, 'charging.order:refund': '' }, stored, 'zh').limits).toEqual({
    'later.thing:do': 7,
    'charging.order:refund': null,
  })
})

test('what is no amount from 0 to ten million is wrong', () => {
  const typed = {
    ...typedRules(RULES, {}, 'zh'),
    'charging.order:refund': '-1',
    'ledger.journal:reverse': '10000000.01',
  }
  expect([...readRules(RULES, typed, {}, 'zh').wrong]).toEqual(['charging.order:refund', 'ledger.journal:reverse'])
})
