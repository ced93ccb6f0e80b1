import { fen } from '@wattyard/money'
import { expect, it } from 'vitest'
import { bookingCase } from './booking-case.ts'

it.each([
  [0n, 0n, 'nothing'],
  [-1_500n, 0n, 'outMissing'],
  [618_000n, 0n, 'inMissing'],
  [0n, 20_000n, 'inUntold'],
  [0n, -30_000n, 'outUntold'],
  [10_000n, 9_900n, 'more'],
  [-10_100n, -10_000n, 'less'],
] as const)('%s told and %s booked is told as %s', (told, booked, expected) => {
  expect(bookingCase(fen(told), fen(booked))).toBe(expected)
})
