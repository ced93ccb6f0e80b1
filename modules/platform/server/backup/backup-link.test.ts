import { expect, test } from 'vitest'
import { isGoodLink, LINK_MS, linkTo } from './backup-link.ts'

const KEY = new Uint8Array(32).fill(7)
const NOW = 1_790_000_000_000
const link = { id: '01a0a0a0-0000-7000-8000-000000000001', userId: 'u1', until: NOW + LINK_MS }
const sign = new URLSearchParams(linkTo(KEY, link).split('?')[1]).get('sign') ?? ''

test('an address is good for its person, its file and its minute', () => {
  expect(isGoodLink(KEY, link, sign, NOW)).toBe(true)
  expect(isGoodLink(KEY, link, sign, NOW + LINK_MS)).toBe(true)
})

test.each([
  ['after its minute', link, sign, NOW + LINK_MS + 1, KEY],
  ['for somebody else', { ...link, userId: 'u2' }, sign, NOW, KEY],
  ['for another file', { ...link, id: '01a0a0a0-0000-7000-8000-000000000002' }, sign, NOW, KEY],
  ['with its time put off', { ...link, until: link.until + 1 }, sign, NOW, KEY],
  ['signed by another installation', link, sign, NOW, new Uint8Array(32).fill(8)],
  ['with a part of a signature', link, sign.slice(0, -1), NOW, KEY],
  ['without a signature', link, '', NOW, KEY],
])('it is not good %s', (_name, given, signature, now, key) => {
  expect(isGoodLink(key, given, signature, now)).toBe(false)
})
