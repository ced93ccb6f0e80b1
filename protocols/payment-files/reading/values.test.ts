import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAmount } from './amounts.ts'
import { splitCells } from './cells.ts'
import { judgeEncoding } from './encoding.ts'
import { createInstantReader } from './instants.ts'
import { createSeenKeys } from './seen-keys.ts'

const told = (cell: string, style: Parameters<typeof readAmount>[1]) => {
  const read = readAmount(cell, style)
  return read.value === null ? read.problem : [read.value, ...read.notices].join(' ')
}

describe('amounts', () => {
  const YUAN = { scale: 2 }
  const COMMA = { scale: 2, decimalComma: true }
  const CASES: readonly (readonly [string, Parameters<typeof readAmount>[1], string])[] = [
    ['12.34', YUAN, '1234'],
    ['-0.07', YUAN, '-7'],
    ['5', YUAN, '500'],
    ['5.', YUAN, '500'],
    ['+1.5', YUAN, '150'],
    [' 1.50\t', YUAN, '150'],
    ['1,234.50', YUAN, '123450 amount-grouped'],
    ['1,23.50', YUAN, 'amount-unreadable'],
    ['１２．５０', YUAN, '1250 digits-full-width'],
    ['-0.00', YUAN, '0 amount-negative-zero'],
    ['1.500', YUAN, 'amount-decimals'],
    ['', YUAN, 'amount-missing'],
    ['=A1', YUAN, 'formula'],
    ['1E3', YUAN, 'amount-unreadable'],
    ['NaN', YUAN, 'amount-unreadable'],
    ['9'.repeat(20), YUAN, 'amount-too-large'],
    ['9'.repeat(41), YUAN, 'amount-unreadable'],
    ['1.250,5', COMMA, '125050 amount-grouped'],
    ['1.25', COMMA, 'amount-unreadable'],
    ['12,345', COMMA, 'amount-decimals'],
    ['1234', { scale: 2, isMinor: true }, '1234'],
    ['12.34', { scale: 2, isMinor: true }, 'amount-decimals'],
    ['100', { scale: 0 }, '100'],
    ['1.234', { scale: 3 }, '1234'],
  ]
  test.each(CASES)('%s', (cell, style, expected) => {
    expect(told(cell, style)).toBe(expected)
  })
})

describe('local times', () => {
  const shanghai = createInstantReader('Asia/Shanghai')
  const madrid = createInstantReader('Europe/Madrid')

  test('the fast way and the careful way agree', () => {
    const careful = createInstantReader('Europe/Madrid', ['YYYY-MM-DD HH:mm:ss'])
    const two = (value: number) => `${value}`.padStart(2, '0')
    fc.assert(
      fc.property(fc.nat(13), fc.nat(32), fc.nat(25), fc.nat(61), fc.nat(61), (month, day, hour, minute, second) => {
        const text = `2028-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
        expect(madrid(text)).toEqual(careful(text))
      }),
      { numRuns: 2_000 },
    )
  })

  const CASES: readonly (readonly [string, typeof madrid, string | null, string | null])[] = [
    ['2028-02-29 24:00:00', shanghai, '2028-03-01', 'time-24'],
    ['2028-12-31 24:00:00', shanghai, '2029-01-01', 'time-24'],
    ['2028/2/29 8:03', shanghai, '2028-02-29', 'time-rewritten'],
    ['2028-10-29 02:30:00', madrid, '2028-10-29', 'time-ambiguous'],
    ['2028-03-26 02:30:00', madrid, '2028-03-26', 'time-skipped'],
    ['2027-02-29 00:00:00', shanghai, null, null],
    ['2199-12-31 24:00:00', shanghai, null, null],
    ['0000-00-00 00:00:00', shanghai, null, null],
    ['', shanghai, null, null],
  ]
  test.each(CASES)('%s', (text, read, day, notice) => {
    const found = read(text)
    expect(found.at === null ? [null, null] : [found.day, found.notice]).toEqual([day, notice])
  })
})

test('quoted cells are split as they were joined', () => {
  const anyCell = fc.string({ unit: fc.constantFrom('a', '"', ';', ' ', '\n'), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(anyCell, { minLength: 1, maxLength: 5 }), cells => {
      const line = cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(';')
      expect(splitCells(line, ';', '"')).toEqual(cells)
    }),
  )
})

test('keys are remembered beyond the first room, each with its line', () => {
  const seen = createSeenKeys()
  for (let line = 1; line <= 20_000; line++) expect(seen.lineOf(`4200000${line}`, line)).toBe(0)
  for (let line = 1; line <= 20_000; line += 7) expect(seen.lineOf(`4200000${line}`, 99_999)).toBe(line)
})

test('a GBK character that is valid UTF-8 too is read as the file was described', () => {
  const gbk = Uint8Array.of(0xd2, 0xbc) // 壹
  expect(judgeEncoding(gbk, 'gb18030')).toEqual({ encoding: 'gb18030', skip: 0, other: null })
  expect(judgeEncoding(gbk, 'windows-1252')).toMatchObject({ encoding: 'utf-8' })
  expect(judgeEncoding(Buffer.from('壹'), 'gb18030')).toMatchObject({ encoding: 'utf-8', other: 'utf-8' })
})
