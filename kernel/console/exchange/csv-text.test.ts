import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, delimiterOf, parseCsv, SheetError, writeCsv } from './csv-text.ts'

test('quotes, line ends and empty lines', () => {
  expect(parseCsv('code,name\r\n1,"a ""b"", c"\r\n\r\n2,"two\nlines"\n')).toEqual([
    ['code', 'name'],
    ['1', 'a "b", c'],
    ['2', 'two\nlines'],
  ])
  expect(parseCsv('a,b\n1,')).toEqual([
    ['a', 'b'],
    ['1', ''],
  ])
})

test('the separator is detected from the first line', () => {
  expect(delimiterOf('"a,b";c;d\n1,2,3,4,5,6')).toBe(';')
  expect(delimiterOf('a\tb\n')).toBe('\t')
  expect(delimiterOf('alone')).toBe(',')
})

test('a quote that never ends is an error, not a lost file', () => {
  expect(() => parseCsv('a,"b\nc,d')).toThrow(SheetError)
})

test('encodings that spreadsheets write', () => {
  expect(decodeText(new TextEncoder().encode('充电站'))).toBe('充电站')
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]))).toBe('a')
  expect(decodeText(new Uint8Array([0xb3, 0xe4, 0xb5, 0xe7]))).toBe('充电')
  expect(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toBe('a')
})

test('formulas are defused, numbers are not', () => {
  expect(writeCsv([['=1+1', '+A1', '-3', '@x', '-a', '12,5']])).toBe("\ufeff'=1+1,'+A1,-3,'@x,'-a,\"12,5\"\r\n")
})

test('full-width signs are defused too, because Chinese and Japanese spreadsheets execute them', () => {
  expect(writeCsv([['＝1+1', '＋A1', '－3', '＠x']])).toBe("\ufeff'＝1+1,'＋A1,'－3,'＠x\r\n")
})

test('what is written is read again', () => {
  const cell = fc.string({ unit: 'grapheme' }).map(text => `x${text.replaceAll('\r', '')}`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 8 }), rows => {
      expect(parseCsv(writeCsv(rows).slice(1), ',')).toEqual(rows)
    }),
  )
})
