import { expect, test } from 'vitest'
import { isNarrowed, queryOf, readFilters } from './inbox-filters.ts'
import { inboxKeyOf } from './inbox-keys.ts'

const press = (key: string, over = {}) => inboxKeyOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...over })

test('single keys, in either case, and none with another', () => {
  expect(['j', 'K', 'Enter', 'u', 'e', 'ArrowDown', 'ArrowUp', 'x', 'J'].map(key => press(key))).toEqual([
    'next',
    'previous',
    'open',
    'toggle',
    'archive',
    'next',
    'previous',
    undefined,
    'next',
  ])
  for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(press('j', over)).toBeUndefined()
})

test('the address holds the filters of the list; days are whole days of the zone', () => {
  const read = (text: string) => readFilters(new URLSearchParams(text))
  expect(read('')).toEqual({ part: 'all', kind: '', q: '', from: '', to: '' })
  expect(read('part=spam&from=tomorrow&to=2026-13-01')).toEqual(read(''))
  expect(queryOf(read('part=unread&q=%20P-1%20&from=2026-11-01&to=2026-11-01'), 'Asia/Shanghai')).toEqual({
    box: 'inbox',
    readFlag: '0',
    q: 'P-1',
    from: Date.parse('2026-10-31T16:00:00Z'),
    to: Date.parse('2026-11-01T16:00:00Z'),
  })
  expect(queryOf(read('part=archive'), 'UTC')).toEqual({ box: 'archive' })
  expect([isNarrowed(read('part=archive')), isNarrowed(read('part=unread')), isNarrowed(read('q=x'))]).toEqual([
    false,
    true,
    true,
  ])
})
