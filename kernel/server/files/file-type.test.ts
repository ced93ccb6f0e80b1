import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { typeOfContent } from './file-type.ts'

const LINES = '日期,摘要,金额\r\n2026-11-27,充值,100.00\r\n2026-11-27,手续费,-0.60\r\n'
const RECORDS = ['records', 'gzip', 'zip'] as const

test('lines of records are recognised in the encodings in which banks write them', () => {
  const wide = Buffer.from(LINES, 'utf16le')
  for (const [name, bytes] of Object.entries({
    utf8: Buffer.from(LINES),
    latin1: Buffer.from('fecha;importe\r\n2026-11-27;señal\r\n', 'latin1'),
    utf16le: wide,
    marked: Buffer.concat([Buffer.from([0xff, 0xfe]), wide]),
    utf16be: Buffer.from(wide).swap16(),
    odd: wide.subarray(0, wide.length - 1),
  }))
    expect(typeOfContent(bytes, RECORDS), name).toBe('records')
})

test('words of another script are lines in two bytes too, with a mark or without, also where a pair lies across the edge', () => {
  const words =
    '交易时间，对方户名，用途摘要，余额\r\n十一月二十七日,深圳鹏行出租汽车股份有限公司,充电服务费结算款项,1000.00\r\n'
  for (const text of [words, words.repeat(700), `x\n${'字,'.repeat(16_382)}字😀字\r\n${words}`]) {
    const wide = Buffer.from(text, 'utf16le')
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), wide])
    for (const bytes of [wide, marked, Buffer.from(wide).swap16(), Buffer.from(marked).swap16()])
      expect(typeOfContent(bytes, RECORDS)).toBe('records')
  }
  const noPlain = Buffer.from('日期，摘要，金额', 'utf16le')
  expect(typeOfContent(Buffer.concat([Buffer.from([0xff, 0xfe]), noPlain]), RECORDS)).toBe('records')
})

test('what is no text is none of them, and two bytes for each character are no text elsewhere', () => {
  for (let turn = 0; turn < 50; turn++) expect(typeOfContent(randomBytes(4_096), RECORDS)).not.toBe('records')
  expect(typeOfContent(Buffer.alloc(64), RECORDS)).toBeNull()
  expect(typeOfContent(Buffer.from(LINES, 'utf16le'), ['text', 'pdf'])).toBeNull()
})
