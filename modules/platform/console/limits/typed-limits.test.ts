import { expect, test } from 'vitest'
import { readCaps, typedCaps } from './typed-limits.ts'

const PAID_IN = { paidInMember: 1_000_000, paidInPerson: null }

test('caps are typed in yuan, empty without a cap, and read back unchanged', () => {
  const caps = { memberMonth: 60_000, personDay: null, personMonth: 5, ...PAID_IN }
  const typed = typedCaps(caps, 'zh')
  expect(typed).toEqual({
    memberMonth: '600.00',
    personDay: '',
    personMonth: '0.05',
    paidInMember: '10,000.00',
    paidInPerson: '',
  })
  expect(readCaps(typed, 'zh')).toEqual({ caps, wrong: new Set() })
})

test('amounts are written and read as the language writes them', () => {
  const typed = typedCaps({ personDay: 123_456 }, 'es')
  expect(typed.personDay).toBe('1.234,56')
  expect(readCaps({ ...typed, personMonth: '200,5' }, 'es').caps).toMatchObject({
    personDay: 123_456,
    personMonth: 20_050,
  })
})

test('a limit missing from an older stored value is the product’s default', () => {
  const typed = typedCaps({ memberMonth: null, personDay: 1, personMonth: null }, 'zh')
  expect(typed).toMatchObject({ memberMonth: '', paidInMember: '10,000.00', paidInPerson: '50,000.00' })
})

test('what is no amount from 0 to ten million is wrong, each for itself', () => {
  const paid = { paidInMember: '', paidInPerson: 'much' }
  const { wrong } = readCaps({ memberMonth: '1.005', personDay: '-1', personMonth: '10000000', ...paid }, 'zh')
  expect([...wrong]).toEqual(['memberMonth', 'personDay', 'paidInPerson'])
  expect([
    ...readCaps(
      { memberMonth: 'x', personDay: '0', personMonth: '10000000.01', paidInMember: '1', paidInPerson: '' },
      'zh',
    ).wrong,
  ]).toEqual(['memberMonth', 'personMonth'])
})
