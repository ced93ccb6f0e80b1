import { expect, test } from 'vitest'
import { partsOfDetail } from './command-detail.ts'

test.each([
  ['Accepted', 'Accepted', null],
  ['Rejected (NoProfile: 3)', 'Rejected', 'NoProfile: 3'],
  ['NotImplemented: no such action', 'NotImplemented', 'no such action'],
  ['unreadable answer: /status: missing', 'unreadable answer', '/status: missing'],
  ['/idTag: longer than 20 characters', '/idTag: longer than 20 characters', null],
])('%s', (detail, word, more) => expect(partsOfDetail(detail)).toEqual({ word, more }))
