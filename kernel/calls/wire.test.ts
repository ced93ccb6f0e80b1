import { expect, test } from 'vitest'
import { z } from 'zod'
import { idsInput } from './wire.ts'

const [a, b] = ['01a21d1d-d4ca-7500-a0e2-b490cf4831c9', '01a21d1d-d4ca-7500-a0e2-b490cf4831ca'] as const

test('ids come as a list, as one text of an address, or as one', () => {
  const ids = idsInput(2)
  expect(ids.parse([a, b])).toEqual([a, b])
  expect(ids.parse(`${a},${b}`)).toEqual([a, b])
  expect(ids.parse(a)).toEqual([a])
})

test('too many, none, or what is no id is refused', () => {
  const ids = idsInput(2)
  for (const wrong of [[], '', `${a},`, `${a},${b},${a}`, [a, b, a], 'x'.repeat(10_000), 'x'])
    expect(ids.safeParse(wrong).success, JSON.stringify(wrong).slice(0, 40)).toBe(false)
  expect(idsInput(2, 0).parse([])).toEqual([])
})

test('a list that may be empty is so in an address that leaves it out', () => {
  const ids = z.strictObject({ ids: idsInput(2, 0) })
  expect(ids.parse({})).toEqual({ ids: [] })
  expect(ids.parse({ ids: '' })).toEqual({ ids: [] })
  expect(z.strictObject({ ids: idsInput(2) }).safeParse({}).success).toBe(false)
})
