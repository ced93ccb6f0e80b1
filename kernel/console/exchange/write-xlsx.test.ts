import type { SheetLine } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { parseXlsx } from './xlsx-file.ts'
import { crc32, writeXlsxFile } from './write-xlsx.ts'

test('what is written is read again: texts, decimals to their last digit, signs of formulas as text', async () => {
  const lines = [
    ['站点', 'Amount', 'Orders'],
    ['=1+1', '1234567.89', 12],
    ['<a & b>', '-0.10', 0],
    ['', '12345678901234.5678', ''],
  ]
  const file = await writeXlsxFile([{ name: '账单', lines }])
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(await parseXlsx(bytes)).toEqual([
    ['站点', 'Amount', 'Orders'],
    ['=1+1', '1234567.89', '12'],
    ['<a & b>', '-0.10', '0'],
    ['', '12345678901234.5678'],
  ])
})

test('days, moments and times are dates, numbers are numbers, and texts that look like them stay texts', async () => {
  const lines: SheetLine[] = [
    ['day', 'at', 'month', 'time', 'kWh', 'code'],
    [
      { text: '2024-03-01', as: 'day' },
      { text: '2024-03-02 00:30:05', as: 'instant' },
      { text: '2024-03', as: 'month' },
      { text: '08:30', as: 'time' },
      { text: '12.3400', as: 'number' },
      { text: '1.50', as: 'text' },
    ],
    [{ text: 'never', as: 'day' }, '', '', { text: '24:00', as: 'time' }, { text: '1234567890123456', as: 'number' }],
  ]
  const bytes = new Uint8Array(await (await writeXlsxFile([{ name: 'a/b: [c]', lines }])).arrayBuffer())
  expect(await parseXlsx(bytes)).toEqual([
    ['day', 'at', 'month', 'time', 'kWh', 'code'],
    ['2024-03-01', '2024-03-02 00:30:05', '2024-03-01', '08:30:00', '12.3400', '1.50'],
    ['never', '', '', '24:00', '1234567890123456'],
  ])
})

test('the checksum is that of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})
