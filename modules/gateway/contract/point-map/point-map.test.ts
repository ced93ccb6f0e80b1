import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOfPaste, type Headings, rowsOfSheet, sheetOfRows } from '../point-sheet.ts'
import { checkPoints, errorsIn } from './check-points.ts'
import { add, compare, decimalOfFloat, decimalText, multiply, parseDecimal } from './decimal.ts'
import { decodeBit, decodeRegisters } from './decode-point.ts'
import { planReads } from './plan-reads.ts'
import { type MapProtocol, type Point, POINT_COLUMNS, type PointRow } from './point.ts'

const ROW: PointRow = { key: 'p', name: '功率', address: '0', type: 'u16', measurand: 'activePower', unit: 'W' }
/** A good row with what differs. */
const row = (given: PointRow): PointRow => ({ ...ROW, ...given })
function point(given: PointRow = {}, protocol: MapProtocol = 'modbusTcp'): Point {
  const { points, problems } = checkPoints(protocol, [row(given)])
  const [one] = points
  if (!one) throw new Error(JSON.stringify(problems))
  return one
}
const problemsOf = (rows: PointRow[], protocol: MapProtocol = 'modbusTcp') =>
  checkPoints(protocol, rows).problems.map(one => `${one.row}.${one.column}.${one.code}.${one.level}`)

describe('decimals', () => {
  test.each([
    ['0.1', '3', '0.3'],
    ['-0.05', '20', '-1'],
    ['0.000000001', '18446744073709551615', '18446744073.709551615'],
    ['100', '0', '0'],
  ])('%s × %s is %s', (a, b, product) => {
    expect(decimalText(multiply(parseDecimal(a)!, parseDecimal(b)!))).toBe(product)
  })
  test('what is no decimal is none', () => {
    for (const text of ['', '.5', '1e3', '0x10', '1,5', '1.1234567890123', '∞', '1'.repeat(21)])
      expect(parseDecimal(text)).toBeNull()
  })
  test('adds and compares like the numbers they are', () => {
    const some = fc.integer({ min: -1e6, max: 1e6 })
    fc.assert(
      fc.property(some, some, fc.integer({ min: 0, max: 6 }), (a, b, places) => {
        const [x, y] = [
          { digits: BigInt(a), places },
          { digits: BigInt(b), places: 2 },
        ]
        expect(Number(decimalText(add(x, y)))).toBeCloseTo(a / 10 ** places + b / 100, 6)
        expect(compare(x, y)).toBe(Math.sign(a * 100 - b * 10 ** places))
      }),
    )
  })
  test.each([
    [Math.fround(230.4), '230.4'],
    [Math.fround(0.1), '0.1'],
    [Math.fround(-1e-7), '-0.0000001'],
    [Math.fround(3.4e38), '340000000000000000000000000000000000000'],
    [0, '0'],
  ])('a single %d says %s and no more', (value, text) => {
    expect(decimalText(decimalOfFloat(value, 32)!)).toBe(text)
  })
  test('any single comes back from its text', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true, min: Math.fround(1e-20) }), value => {
        expect(Math.fround(Number(decimalText(decimalOfFloat(value, 32)!)))).toBe(Math.fround(value))
      }),
    )
  })
})

describe('values from registers', () => {
  const value = (given: PointRow, registers: number[]) => decodeRegisters(point(given), registers, 0)
  test.each<[string, PointRow, number[], string | null]>([
    ['u16', { type: 'u16' }, [65_535], '65535'],
    ['i16', { type: 'i16', scale: '0.1' }, [0xff85], '-12.3'],
    ['u32 high register first', { type: 'u32', scale: '0.01' }, [0x0001, 0xe240], '1234.56'],
    ['u32 low register first', { type: 'u32', scale: '0.01', order: 'CDAB' }, [0xe240, 0x0001], '1234.56'],
    ['u32 bytes turned', { type: 'u32', scale: '0.01', order: 'BADC' }, [0x0100, 0x40e2], '1234.56'],
    ['u32 all turned', { type: 'u32', scale: '0.01', order: 'DCBA' }, [0x40e2, 0x0100], '1234.56'],
    ['i32', { type: 'i32' }, [0xffff, 0xfffe], '-2'],
    ['u64', { type: 'u64' }, [0xffff, 0xffff, 0xffff, 0xffff], '18446744073709551615'],
    ['i64', { type: 'i64' }, [0xffff, 0xffff, 0xffff, 0xffff], '-1'],
    // IEEE 754: 230.4 is 0x43666666.
    ['f32', { type: 'f32' }, [0x4366, 0x6666], '230.4'],
    ['f32 low register first', { type: 'f32', order: 'CDAB' }, [0x6666, 0x4366], '230.4'],
    ['f64', { type: 'f64' }, [0x3fb9, 0x9999, 0x9999, 0x999a], '0.1'],
    ['bcd32', { type: 'bcd32', scale: '0.01' }, [0x1234, 0x5678], '123456.78'],
    ['bit', { type: 'bit', bit: '3' }, [0b1000], '1'],
    ['offset', { type: 'u16', scale: '0.1', offset: '-40' }, [650], '25'],
    ['text', { type: 'text', length: '3' }, [0x4142, 0x4300, 0x5858], 'ABC'],
  ])('%s', (_name, given, registers, wanted) => {
    expect(value(given, registers)).toMatchObject({ value: wanted, doubt: null })
  })
  test('what means nothing has no value', () => {
    expect(value({ type: 'f32' }, [0x7fc0, 0])).toMatchObject({ value: null, doubt: 'notANumber' })
    expect(value({ type: 'bcd16' }, [0x12a4])).toMatchObject({ value: null, raw: '0x12A4', doubt: 'notBcd' })
  })
  test('limits cast doubt and keep the value', () => {
    expect(value({ min: '0', max: '100' }, [101])).toMatchObject({ value: '101', doubt: 'aboveMax' })
    expect(value({ type: 'i16', min: '0' }, [0xffff])).toMatchObject({ value: '-1', doubt: 'belowMin' })
  })
  test('words stand beside the number, by what the device sent', () => {
    const given = { words: '0=停机；1 = 运行;', scale: '10', measurand: 'state', unit: '' }
    expect(value(given, [1])).toMatchObject({ value: '10', word: '运行' })
    expect(value(given, [7])).toMatchObject({ word: null })
    expect(
      decodeBit(point({ area: 'coil', type: 'bool', words: '1=on', measurand: 'state', unit: '' }), true).word,
    ).toBe('on')
  })
  test('a value that is not among the registers is a mistake of the caller', () => {
    expect(() => decodeRegisters(point({ address: '5' }), [1, 2], 0)).toThrow(RangeError)
    expect(() => decodeRegisters(point({ address: '5' }), [1, 2], 6)).toThrow(RangeError)
  })
})

describe('what is wrong with a map', () => {
  test.each<[string, PointRow, string]>([
    ['no key', { key: '' }, '0.key.required.error'],
    ['a key that is no word', { key: '1 a' }, '0.key.notACode.error'],
    ['an area of another protocol', { area: 'item' }, '0.area.notOneOf.error'],
    ['a register as coil', { area: 'coil', type: 'u16' }, '0.type.notOneOf.error'],
    ['no address', { address: '' }, '0.address.required.error'],
    ['no number', { address: '4x1' }, '0.address.notAnAddress.error'],
    ['behind the last register', { address: '65535', type: 'u32' }, '0.address.beyondEnd.error'],
    ['a bit without its number', { type: 'bit' }, '0.bit.notABit.error'],
    ['a text without its length', { type: 'text' }, '0.length.notALength.error'],
    ['a scale that is no number', { scale: '1e3' }, '0.scale.notADecimal.error'],
    ['nothing but zeros', { scale: '0' }, '0.scale.zeroScale.error'],
    ['a scale nobody uses', { scale: '10000001' }, '0.scale.impossibleScale.error'],
    ['amperes of a voltage', { measurand: 'voltage', unit: 'A' }, '0.unit.wrongUnit.error'],
    ['a measurand that is none', { measurand: 'kilowatts' }, '0.measurand.notOneOf.error'],
    ['writing to an input', { area: 'input', access: 'rw' }, '0.access.notWritable.error'],
    ['a period of days', { period: '90000' }, '0.period.notAPeriod.error'],
    ['limits the wrong way round', { min: '2', max: '1' }, '0.max.minAboveMax.error'],
    ['limits that the type never reaches', { type: 'u16', scale: '0.001', min: '100' }, '0.scale.neverReached.error'],
    ['words that are none', { words: 'on;off' }, '0.words.notWords.error'],
    ['words of a fraction', { type: 'f32', words: '0=off' }, '0.words.wordsOfFraction.error'],
  ])('%s', (_name, given, problem) => {
    expect(problemsOf([row(given)])).toContain(problem)
  })
  test('a good map has none, hexadecimal addresses and all', () => {
    expect(problemsOf([row({ address: '0x0010' }), row({ key: 'q', address: '17' })])).toEqual([])
    expect(point({ address: '0x0010' }).address).toBe(16)
  })
  test('keys are unique whatever their capitals', () => {
    expect(problemsOf([row({ key: 'a' }), row({ key: 'A', address: '1' })])).toEqual(['1.key.duplicate.error'])
  })
  test('values that share a register cannot both be right', () => {
    const wide = row({ key: 'w', address: '10', type: 'u32' })
    expect(problemsOf([wide, row({ key: 'n', address: '11' })])).toEqual(['1.address.overlaps.error'])
    expect(problemsOf([row({ key: 'n', address: '11' }), wide])).toEqual(['1.address.overlaps.error'])
    // Inside a long one, behind a short one.
    const rows = [
      row({ key: 't', address: '0', type: 'text', length: '20' }),
      row({ key: 'a', address: '1' }),
      row({ key: 'b', address: '19' }),
    ]
    expect(problemsOf(rows)).toEqual(['1.address.overlaps.error', '2.address.overlaps.error'])
    expect(problemsOf([wide, row({ key: 'n', address: '12' })])).toEqual([])
    expect(problemsOf([wide, row({ key: 'n', address: '11', area: 'input' })])).toEqual([])
  })
  test('the same place twice is said; bits of one register and their whole are usual', () => {
    expect(problemsOf([row({ key: 'a' }), row({ key: 'b' })])).toEqual(['1.address.sameAddress.warning'])
    const bits = [
      row({ key: 'all' }),
      row({ key: 'b0', type: 'bit', bit: '0' }),
      row({ key: 'b1', type: 'bit', bit: '1' }),
    ]
    expect(problemsOf(bits)).toEqual([])
  })
  test('DL/T 645 names identifiers, OCPP measurands', () => {
    const energy = { measurand: 'energyImport', unit: 'kWh', type: '' }
    expect(point({ ...energy, address: '0001ff00' }, 'dlt645')).toMatchObject({ area: 'item', item: '0001FF00' })
    expect(problemsOf([row({ ...energy, address: '40001' })], 'dlt645')).toEqual(['0.address.notAnAddress.error'])
    expect(point({ ...energy, address: 'Energy.Active.Import.Register' }, 'ocpp16').area).toBe('measurand')
    expect(problemsOf([row({ ...energy, address: '<b>' })], 'ocpp16')).toEqual(['0.address.notAnAddress.error'])
  })
  test('no text makes it throw, and without an error every row has its point', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('0', '1', '-1', 'u32', 'holding', 'kWh', '0=a', '65535'),
    )
    const rows = fc.array(fc.record(Object.fromEntries(POINT_COLUMNS.map(one => [one, cell])), { requiredKeys: [] }), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom('modbusTcp' as const, 'dlt645' as const, 'ocpp16' as const),
        (some, protocol) => {
          const { problems, points } = checkPoints(protocol, some as PointRow[])
          const lost = some.length - points.length
          expect(errorsIn(problems) === 0 ? lost : 0).toBe(0)
          expect(points.length).toBeLessThanOrEqual(some.length)
        },
      ),
    )
  })
  test('five hundred rows are judged at once', () => {
    const rows = Array.from({ length: 500 }, (_, i) => row({ key: `p${i}`, address: String(i * 2), type: 'u32' }))
    const began = process.cpuUsage()
    expect(checkPoints('modbusTcp', rows).points).toHaveLength(500)
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(500)
  })
})

describe('as few questions as possible', () => {
  const at = (...places: [address: number, type: string, area?: string][]) =>
    checkPoints(
      'modbusTcp',
      places.map(([address, type, area], i) =>
        row({ key: `p${i}`, address: String(address), type, ...(area ? { area } : {}) }),
      ),
    ).points
  const shown = (points: Point[], limits?: Parameters<typeof planReads>[1]) =>
    planReads(points, limits).map(
      ({ area, address, count, hasGaps }) => `${area} ${address}+${count}${hasGaps ? ' gaps' : ''}`,
    )

  test('neighbours and small gaps are one question, far ones two', () => {
    expect(shown(at([0, 'u32'], [2, 'u16'], [10, 'u32']))).toEqual(['holding 0+12 gaps'])
    expect(shown(at([0, 'u16'], [17, 'u16']))).toEqual(['holding 0+18 gaps'])
    expect(shown(at([0, 'u16'], [18, 'u16']))).toEqual(['holding 0+1', 'holding 18+1'])
  })
  test('areas are asked apart', () => {
    expect(shown(at([0, 'u16'], [1, 'u16', 'input'], [2, 'bool', 'coil'], [3, 'bool', 'coil']))).toEqual([
      'holding 0+1',
      'input 1+1',
      'coil 2+2',
    ])
  })
  test('at most 125 registers, and no value is torn', () => {
    const points = at(...Array.from({ length: 64 }, (_, i): [number, string] => [i * 2, 'u32']))
    expect(shown(points)).toEqual(['holding 0+124', 'holding 124+4'])
  })
  test('without gaps only what is needed', () => {
    expect(shown(at([0, 'u16'], [1, 'u16'], [3, 'u16']), { registers: 125, bits: 2_000, gap: 0 })).toEqual([
      'holding 0+2',
      'holding 3+1',
    ])
  })
  test('every point stands in exactly one question and inside it', () => {
    const places = fc.uniqueArray(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 40 }), (addresses, gap) => {
        const points = at(...addresses.map((one): [number, string] => [one * 4, 'u64']))
        const reads = planReads(points, { registers: 125, bits: 2_000, gap })
        expect(reads.flatMap(read => read.points.map(one => one.key)).toSorted()).toEqual(
          points.map(one => one.key).toSorted(),
        )
        for (const { address, count, points: own } of reads) {
          expect(count).toBeLessThanOrEqual(125)
          for (const one of own) expect(one.address >= address && one.address + one.size <= address + count).toBe(true)
        }
      }),
    )
  })
})

describe('spreadsheets', () => {
  const headings = Object.fromEntries(POINT_COLUMNS.map(one => [one, `列 ${one}`])) as unknown as Headings // every column has one
  test('what is written is read again', () => {
    const rows = [row({ words: '0=a;1=b', name: '线\t电压' }), row({ key: 'q', address: '5' })]
    expect(rowsOfSheet(sheetOfRows(rows, headings), headings)).toEqual({ rows, unknown: [], cutOff: 0 })
  })
  test('headings in any order, in the reader’s language or the product’s; what belongs nowhere is named', () => {
    const read = rowsOfSheet(
      [
        ['Address', '列 key', 'Vendor'],
        ['7', 'a', 'x'],
        ['', '', ''],
      ],
      headings,
    )
    expect(read).toEqual({ rows: [{ address: '7', key: 'a' }], unknown: ['Vendor'], cutOff: 0 })
  })
  test('without headings cells are taken in order, from the column that has the focus', () => {
    expect(rowsOfSheet([['7', '3']], headings, 'address').rows).toEqual([{ address: '7', bit: '3' }])
  })
  test('more rows than a map holds are counted', () => {
    expect(
      rowsOfSheet(
        Array.from({ length: 510 }, (_, i) => [`k${i}`]),
        headings,
      ),
    ).toMatchObject({ cutOff: 10 })
  })
  test('what spreadsheets copy', () => {
    expect(cellsOfPaste('a\tb\r\n"c\nd"\t"e ""f"""\r\n')).toEqual([
      ['a', 'b'],
      ['c\nd', 'e "f"'],
    ])
    expect(cellsOfPaste('x')).toEqual([['x']])
  })
})
