import { expect, test } from 'vitest'
import en from '../../locales/en.json' with { type: 'json' }
import zh from '../../locales/zh.json' with { type: 'json' }
import { monthsText } from './plan-words.ts'

const wordsOf =
  ({ pricing }: { pricing: { listSeparator: string; month: Readonly<Record<string, string>> } }) =>
  (key: string): string =>
    key === 'pricing.listSeparator' ? pricing.listSeparator : (pricing.month[key.slice('pricing.month.'.length)] ?? key)

test.each([
  ['1月–6月、10月–12月', zh],
  ['Jan–Jun, Oct–Dec', en],
])('months are listed as their language lists: %s', (text, words) => {
  expect(monthsText([1, 2, 3, 4, 5, 6, 10, 11, 12], wordsOf(words))).toBe(text)
})
