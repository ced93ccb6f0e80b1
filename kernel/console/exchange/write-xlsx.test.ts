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
  const file = await writeXlsxFile(lines)
  const bytes = new Uint8Array(await file.arrayBuffer())
  expect(await parseXlsx(bytes)).toEqual([
    ['站点', 'Amount', 'Orders'],
    ['=1+1', '1234567.89', '12'],
    ['<a & b>', '-0.10', '0'],
    ['', '12345678901234.5678'],
  ])
})

test('the checksum is that of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})
