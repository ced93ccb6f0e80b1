import { fen } from '@wattyard/money'
import { addDays, businessDay } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runItems } from '../../testing/run-items.ts'
import { type Item, PLAIN_ITEM } from '../item.ts'
import { MAX_LEFT } from './left-overs.ts'
import { MAX_PARTS, onlySubset } from './propose-sums.ts'
import { isNamed, likenessOfNames, likenessOfWords, nameFormOf, wordsIn } from './words.ts'

const DAY = businessDay('2028-02-29')
const base = { ...PLAIN_ITEM, kind: 'payout', number: null, currency: 'CNY', at: null, day: DAY } as const
const own = (id: string, amount: bigint, part: Partial<Item> = {}): Item => ({
  ...base,
  side: 'order',
  id,
  amount: fen(amount),
  ...part,
})
const bank = (id: string, amount: bigint, part: Partial<Item> = {}): Item => ({
  ...own(id, amount, part),
  side: 'channel',
})

const run = (items: readonly Item[]) =>
  runItems(items, {
    zone: 'Asia/Shanghai',
    known: Array.from({ length: 30 }, (_, i) => addDays(DAY, i - 10)),
    judged: { from: addDays(DAY, -9), to: addDays(DAY, 15) },
    hasLedger: false,
  })

describe('a sum that names what it is for', () => {
  const settlement = own('m 0229', 98_000n, { references: ['1900000109', '20280229'] })
  const transfer = bank('b1', 98_000n, { text: '财付通 1900000109 结算20280229', day: addDays(DAY, 1) })

  test('is confirmed by all references and the exact amount', () => {
    const { outcomes, proposals } = run([settlement, transfer])
    expect(outcomes).toMatchObject([
      { kind: 'named', result: 'even', pass: 'sum', key: '1900000109 20280229', orders: ['m 0229'], rows: ['b1'] },
    ])
    expect(proposals).toEqual([])
  })

  test.each([
    ['without one of them', { text: '财付通 1900000109' }],
    ['with a longer number', { text: '1900000109 202802290' }],
    ['with another amount', { amount: fen(98_001n) }],
    ['too late', { day: addDays(DAY, 11) }],
    ['in another currency', { currency: 'EUR' }],
  ] as const)('is not %s', (_, part) => {
    const { outcomes } = run([settlement, { ...transfer, ...part }])
    expect(outcomes.map(one => one.kind).toSorted()).toEqual(['channelOnly', 'payoutMissing'])
  })

  test('is not when it comes twice, or when two records are named alike', () => {
    expect(run([settlement, transfer, { ...transfer, id: 'b2' }]).outcomes).toHaveLength(3)
    expect(run([settlement, { ...settlement, id: 'm again' }, transfer]).outcomes).toHaveLength(3)
  })
})

test('of two rows that the channel calls alike, none is taken for a sum', () => {
  const named = { channelNo: '99', text: '1900000109' }
  const items = [own('m', 98_000n, { references: ['1900000109'] }), bank('b1', 98_000n, named), bank('b2', 12n, named)]
  expect(
    run(items)
      .outcomes.map(one => one.kind)
      .toSorted(),
  ).toEqual(['channelOnly', 'paidTwice', 'payoutMissing'])
})

describe('the only subset', () => {
  test('is proposed for several records that one row pays, and the other way round', () => {
    const parts = [own('a', 300n), own('b', 500n), own('c', 900n)]
    expect(run([...parts, bank('x', 1_200n)]).proposals).toEqual([
      { by: 'sum', orders: ['a', 'c'], rows: ['x'], score: 900, signals: ['sum', 'day'] },
    ])
    const rows = parts.map(part => bank(`x${part.id}`, part.amount))
    expect(run([...rows, own('y', 800n)]).proposals).toEqual([
      { by: 'sum', orders: ['y'], rows: ['xa', 'xb'], score: 900, signals: ['sum', 'day'] },
    ])
  })

  test('is not proposed beside a second one', () => {
    const parts = [own('a', 300n), own('b', 900n), own('c', 500n), own('d', 700n)]
    expect(run([...parts, bank('x', 1_200n)]).proposals).toEqual([])
  })

  test('is found as by trying all', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 30n }), { minLength: 2, maxLength: 9 }),
        fc.bigInt({ min: 1n, max: 80n }),
        (amounts, whole) => {
          const solutions: number[][] = []
          for (let mask = 1; mask < 1 << amounts.length; mask++) {
            const places = [...amounts.keys()].filter(i => (mask >> i) & 1)
            if (places.reduce((sum, i) => sum + (amounts[i] ?? 0n), 0n) === whole) solutions.push(places)
          }
          const found = onlySubset(amounts, whole)
          expect(found === null ? null : [...found]).toEqual(solutions.length === 1 ? solutions[0] : null)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('is looked for among few', () => {
    const parts = Array.from({ length: MAX_PARTS + 1 }, (_, i) => own(`a${i}`, 1n << BigInt(i)))
    expect(run([...parts.slice(1), bank('x', 6n)]).proposals).toHaveLength(1)
    expect(run([...parts, bank('x', 1n << 26n)]).proposals).toEqual([])
  })
})

describe('resemblance', () => {
  const ours = own('a', 5_000n, { party: '深圳前海充电有限公司', text: 'recarga flota marzo' })
  const theirs = bank('x', 5_000n, { party: '深圳前海充电', text: 'RECARGA FLOTA MARZO' })

  test('is proposed, and never confirmed', () => {
    const { outcomes, proposals } = run([ours, theirs])
    expect(outcomes.map(one => one.standing)).toEqual(['difference', 'difference'])
    expect(proposals).toEqual([
      { by: 'score', orders: ['a'], rows: ['x'], score: 1_000, signals: ['amount', 'day', 'party', 'text'] },
    ])
  })

  test('needs the amount, the day and the name', () => {
    expect(run([ours, { ...theirs, amount: fen(5_001n) }]).proposals).toEqual([])
    expect(run([ours, { ...theirs, day: addDays(DAY, 4) }]).proposals).toEqual([])
    expect(run([ours, { ...theirs, party: '广州南沙能源' }]).proposals).toEqual([])
    expect(run([ours, { ...theirs, party: null, text: null }]).proposals).toEqual([])
  })

  test('is not proposed when another is nearly as like, on either side', () => {
    expect(run([ours, { ...ours, id: 'b', text: 'recarga flota' }, theirs]).proposals).toEqual([])
    expect(run([ours, theirs, { ...theirs, id: 'y', text: 'recarga flota' }]).proposals).toEqual([])
  })

  test('nobody looks for it in a flood', () => {
    const flood = Array.from({ length: MAX_LEFT + 2 }, (_, i) => bank(`x${i}`, 1n))
    const { proposals, summary, outcomes } = run([ours, theirs, ...flood])
    expect([proposals.length, summary.isFlooded, outcomes.length]).toEqual([0, true, MAX_LEFT + 4])
  })
})

test('words are runs of letters and of digits', () => {
  expect(wordsIn('WXPAY20280229/结算 ＡＢ１')).toEqual(['wxpay', '20280229', '结算', 'ab', '1'])
  expect(isNamed('1', wordsIn('1001'))).toBe(false)
  expect(isNamed('WD-01', wordsIn('abono wd01'))).toBe(true)
  expect(isNamed('', wordsIn('anything'))).toBe(false)
})

test('names are alike without their legal forms', () => {
  const likeness = (a: string | null, b: string | null) => likenessOfNames(nameFormOf(a), nameFormOf(b))
  expect(likeness('Recargas Ana, S.L.', 'RECARGAS ANA SL')).toBe(1_000)
  expect(likeness('张三', '张三丰')).toBe(666)
  expect(likeness('母公司控股', '张三')).toBe(0)
  expect(likeness(null, '张三')).toBe(0)
  expect(likeness('S', 'T')).toBe(0)
})

test('texts are alike by how many of our words they have', () => {
  const likeness = (ours: string | null, theirs: string | null) =>
    likenessOfWords(new Set(wordsIn(ours)), new Set(wordsIn(theirs)))
  expect(likeness('factura 12', 'pago factura 12 marzo')).toBe(1_000)
  expect(likeness('factura 12', 'pago factura 112')).toBe(500)
  expect(likeness('factura', null)).toBe(0)
  expect(likeness(null, 'factura')).toBe(0)
})
