import { energyFromKwh, formatEnergy, formatNano, nano } from '@wattyard/money'
import { formatInstant } from '@wattyard/time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionMapping } from '../../contract/calls/import.ts'
import { NotThisFormat, readSessions, SameColumns, TooLarge } from './read-sessions.ts'

const mapping = (over: Record<string, unknown> = {}) =>
  sessionMapping.parse({
    id: 'yard',
    key: ['单号'],
    start: ['开始'],
    end: ['结束'],
    instant: 'YYYY/MM/DD HH:mm:ss',
    energy: { column: '电量', unit: 'kWh' },
    station: { column: '桩' },
    ...over,
  })
const HEADER = '单号,桩,开始,结束,电量'
const ZONE = 'Asia/Shanghai'
const ROW = 'a1,P1,2024/05/01 08:00:00,2024/05/01 09:00:00,12.5'

describe('a mapped session file', () => {
  test('is read by its columns, wherever they stand, below whatever stands above the header', () => {
    const text = `Export of May\nprinted,by,hand\n${HEADER},more\n${ROW},x\n`
    const read = readSessions(text, mapping({ file: { headerRow: 3 } }), ZONE)
    expect(read.refused).toEqual([])
    expect(read.sessions).toMatchObject([
      { line: 4, sourceKey: 'a1', station: 'P1', connector: '1', startedAt: Date.parse('2024-05-01T00:00:00Z') },
    ])
  })

  test('takes a constant where there is no column, and for a column’s empty cells', () => {
    const over = {
      station: { constant: 'North yard' },
      connector: { column: '枪', constant: '9' },
      price: { column: '费', currency: { constant: 'CNY' }, perUnit: 100, sign: 'negative' },
    }
    const text = `${HEADER},枪,费\n${ROW},,-1234\n${ROW.replace('a1', 'a2')},2,50.5`
    const { sessions } = readSessions(text, mapping(over), ZONE)
    expect(sessions.map(one => [one.station, one.connector, one.price?.currency])).toEqual([
      ['North yard', '9', 'CNY'],
      ['North yard', '2', 'CNY'],
    ])
    expect(sessions.map(one => one.price && formatNano(one.price.nano))).toEqual(['12.340000000', '-0.505000000'])
  })

  test('ends after the duration it tells when it tells no end', () => {
    const rows = ['a,P,2024/05/01 08:00:00,5,1:30:00', 'b,P,2024/05/01 10:00:00,5,', 'c,P,2024/05/01 10:00:00,5,90']
    const over = { end: null, duration: { column: '时长', unit: 'h:mm:ss' } }
    const read = readSessions(`单号,桩,开始,电量,时长\n${rows.join('\n')}`, mapping(over), ZONE)
    expect(read.sessions).toMatchObject([{ endedAt: Date.parse('2024-05-01T01:30:00Z'), doubts: [] }])
    expect(read.refused.map(one => one.reasons)).toEqual([['no-end'], ['bad-end']])
    expect(read.notes).toEqual([])
  })

  test('refuses rows in another state as what they are; their energy stays in the total', () => {
    const over = { state: { column: '状态', finished: ['已完成', '已结算'] } }
    const text = `${HEADER},状态\n${ROW},已结算\n${ROW.replace('a1', 'a2')},已取消`
    const read = readSessions(text, mapping(over), ZONE)
    expect(read.sessions).toHaveLength(1)
    expect(read.refused).toMatchObject([{ line: 3, reasons: ['other-state'], energy: energyFromKwh('12.5') }])
  })

  test('is refused when a mapped column is absent or there twice', () => {
    expect(() => readSessions(`a,b\n1,2`, mapping(), ZONE)).toThrow(NotThisFormat)
    expect(() => readSessions(`${HEADER},电量\n${ROW},99`, mapping(), ZONE)).toThrow(SameColumns)
    // A column that nobody looks at may be there as often as it likes.
    expect(readSessions(`${HEADER},x,x\n${ROW},1,2`, mapping(), ZONE).sessions).toHaveLength(1)
  })

  test('is refused whole when rows or columns would have to be left out', () => {
    const wide = Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')
    expect(() => readSessions(`${HEADER},${wide}\n${ROW}`, mapping(), ZONE)).toThrow(TooLarge)
    const long = `${HEADER}\n${'a,P,x,x,1\n'.repeat(500_001)}`
    expect(() => readSessions(long, mapping(), ZONE)).toThrow(TooLarge)
  }, 60_000)

  test('with nothing, with formulas or with bytes in it ends in refusals, not in sessions', () => {
    for (const text of ['', '\n\n', '\u0000\u0001\u0002', HEADER])
      expect(() => readSessions(text, mapping(), ZONE)).toThrow(NotThisFormat)
    const formulas = `${HEADER}\na,P,=NOW(),2024/05/01 09:00:00,=SUM(A1)`
    expect(readSessions(formulas, mapping(), ZONE).refused[0]?.reasons).toEqual(['bad-energy', 'bad-start'])
  })

  test('a mapping without an end and without a duration is none', () => {
    expect(() => mapping({ end: null })).toThrow(/an end or a duration/)
  })
})

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const comma = (text: string, decimal: string) => text.replace('.', decimal)
const START = Date.UTC(2020, 0, 1)

const written = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  decimal: fc.constantFrom('.', ','),
  unit: fc.constantFrom('kWh', 'Wh'),
  perUnit: fc.constantFrom(1, 100),
  sign: fc.constantFrom('positive', 'negative'),
  headerRow: fc.integer({ min: 1, max: 4 }),
  byDuration: fc.boolean(),
  /** Order of the columns. */
  order: fc.shuffledSubarray(['key', 'pole', 'from', 'till', 'seconds', 'energy', 'paid', 'noise'], {
    minLength: 8,
    maxLength: 8,
  }),
  sessions: fc.array(
    fc.record({
      station: fc.string({ minLength: 1, maxLength: 12 }).filter(text => text.trim() === text && !text.includes('\0')),
      /** Seconds since 2020. */
      from: fc.integer({ min: 0, max: 150_000_000 }),
      seconds: fc.integer({ min: 0, max: 200_000 }),
      /** 1e-4 kWh. */
      energy: fc.integer({ min: 0, max: 9_999_999 }),
      /** 1e-4 of the currency. */
      paid: fc.integer({ min: -99_999, max: 99_999_999 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
})

test('sessions written in any mapping are read as the same sessions', () => {
  fc.assert(
    fc.property(written, ({ sessions, order, delimiter, decimal, unit, perUnit, sign, headerRow, byDuration }) => {
      const fixed = (value: number, digits: number) => comma((value / 10 ** digits).toFixed(digits), decimal)
      const rows = sessions.map((one, at) => {
        const from = START + one.from * 1_000
        const cells: Record<string, string> = {
          key: `k${at}`,
          pole: one.station,
          from: formatInstant(from, ZONE),
          till: formatInstant(from + one.seconds * 1_000, ZONE),
          seconds: String(one.seconds),
          energy: unit === 'kWh' ? fixed(one.energy, 4) : fixed(one.energy, 1),
          paid: fixed(sign === 'negative' ? -one.paid : one.paid, perUnit === 100 ? 2 : 4),
          noise: 'a;b,c|"d"\te\nf',
        }
        return order.map(column => quoted(cells[column] ?? '')).join(delimiter)
      })
      const above = Array.from({ length: headerRow - 1 }, () => 'title')
      const text = [...above, order.map(quoted).join(delimiter), ...rows].join('\n')
      const read = readSessions(
        text,
        mapping({
          file: { delimiter, headerRow },
          key: ['key'],
          start: ['from'],
          end: byDuration ? null : ['till'],
          instant: 'YYYY-MM-DD HH:mm:ss',
          energy: { column: 'energy', unit, decimal },
          station: { column: 'pole' },
          price: { column: 'paid', currency: { constant: 'CNY' }, perUnit, sign, decimal },
          duration: { column: 'seconds', unit: 's' },
        }),
        ZONE,
      )
      expect(read.refused).toEqual([])
      expect(
        read.sessions.map(({ sourceKey, station, startedAt, endedAt, energy, price }) => ({
          sourceKey,
          station,
          startedAt,
          endedAt,
          energy: formatEnergy(energy),
          price: price?.nano,
        })),
      ).toEqual(
        sessions.map((one, at) => ({
          sourceKey: `k${at}`,
          station: one.station,
          startedAt: START + one.from * 1_000,
          endedAt: START + (one.from + one.seconds) * 1_000,
          energy: (one.energy / 10_000).toFixed(4),
          price: nano(BigInt(one.paid) * 100_000n),
        })),
      )
    }),
    { numRuns: 150 },
  )
})
