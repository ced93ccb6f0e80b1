import { expect, test } from 'vitest'
import { BACK_WITHIN_MS } from './calls/follow.ts'
import { returnOf } from './return-of-pile.ts'

const SENT = 1_000_000
const never = { sentAt: SENT, leftAt: null, backAt: null }

test('a pile that has taken a command waits, and is said to have stayed only after five minutes', () => {
  expect(returnOf(never, SENT + 1)).toEqual({ is: 'waits', leftAt: null, backAt: null, seconds: null })
  expect(returnOf(never, SENT + BACK_WITHIN_MS - 1).is).toBe('waits')
  expect(returnOf(never, SENT + BACK_WITHIN_MS).is).toBe('stayed')
})

test('a pile that left is away, then lost, and back whenever it comes', () => {
  const left = { ...never, leftAt: SENT + 2_000 }
  expect(returnOf(left, SENT + 3_000).is).toBe('away')
  // Counted from its leaving, not from the command.
  expect(returnOf(left, SENT + BACK_WITHIN_MS + 1_000).is).toBe('away')
  expect(returnOf(left, SENT + BACK_WITHIN_MS + 2_000).is).toBe('lost')
  expect(returnOf({ ...left, backAt: SENT + 45_400 }, SENT + BACK_WITHIN_MS * 9)).toEqual({
    is: 'back',
    leftAt: SENT + 2_000,
    backAt: SENT + 45_400,
    seconds: 43,
  })
})

test('a pile that starts anew without its line being cut is back since the command', () => {
  expect(returnOf({ ...never, backAt: SENT + 9_000 }, SENT + 9_500)).toMatchObject({ is: 'back', seconds: 9 })
})
