import { DatabaseAway } from '@wattyard/server-kit'
import { expect, test } from 'vitest'
import { isOwnFault } from './own-fault.ts'

const failing = (code: string): Error => Object.assign(new Error('failed'), { code })

test.each([
  ['a lost connection', failing('08006'), false],
  ['conflicting work', failing('40001'), false],
  ['a deadlock', failing('40P01'), false],
  ['a full disk', failing('53100'), false],
  ['a lock that was not given', failing('55P03'), false],
  ['a statement that took too long', failing('57014'), false],
  ['a value that a column does not hold', failing('22003'), true],
  ['an error of our own', new Error('there is no channel'), true],
  ['what is no error', 'text', true],
])('%s', (_name, error, isOwn) => {
  expect(isOwnFault(error)).toBe(isOwn)
})

test('a database that is away is nobody’s fault', () => {
  expect(isOwnFault(new DatabaseAway('stopping'))).toBe(false)
})
