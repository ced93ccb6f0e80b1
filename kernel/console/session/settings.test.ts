import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('language zh, size medium and the contract theme by default', () => {
  const defaults = {
    language: 'zh',
    size: 'medium',
    theme: '#409EFF',
    scheme: 'light',
    afterClosing: 'last',
    singleKeys: true,
  }
  for (const text of [null, '', 'nonsense', '[]', 'null', '{"language":"fr","size":7,"theme":"url(x)"}'])
    expect(readSettings(text)).toEqual(defaults)
})

test('known values are kept', () => {
  const stored = {
    language: 'es',
    size: 'mini',
    theme: '#aa00bb',
    scheme: 'dark',
    afterClosing: 'previous',
    singleKeys: false,
  }
  expect(readSettings(JSON.stringify(stored))).toEqual(stored)
})
