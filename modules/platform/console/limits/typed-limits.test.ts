import { expect, test } from 'vitest'
import { readCaps, typedCaps } from './typed-limits.ts'

test('caps are typed in yuan, empty where nothing waits, and read back as they were', () => {
  const caps = { memberMonth: 60_000, personDay: null, personMonth: 5 }
  const typed = typedCaps(caps)
  expect(typed).toEqual({ memberMonth: '600.00', personDay: '', personMonth: '0.05' })
  expect(readCaps(typed)).toEqual({ caps, wrong: new Set() })
})

test('what is no amount from 0 to ten million is wrong, each for itself', () => {
  const { wrong } = readCaps({ memberMonth: '1.005', personDay: '-1', personMonth: '10000000' })
  expect([...wrong]).toEqual(['memberMonth', 'personDay'])
  expect([...readCaps({ memberMonth: 'x', personDay: '0', personMonth: '10000000.01' }).wrong]).toEqual([
    'memberMonth',
    'personMonth',
  ])
})
