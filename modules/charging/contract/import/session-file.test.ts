import { describe, expect, test } from 'vitest'
import { delimiterOf, encodingOf, headerRowOf, headRows } from './session-file.ts'

/** "订单号,电量" in GB 18030. */
const GB = Uint8Array.from([0xb6, 0xa9, 0xb5, 0xa5, 0xba, 0xc5, 0x2c, 0xb5, 0xe7, 0xc1, 0xbf])
/** "Estación;Energía" in windows-1252. */
const LATIN = Uint8Array.from([...new TextEncoder().encode('Estaci'), 0xf3, 0x6e, 0x3b, 0x45, 0xed, 0x61])

describe('the encoding of a file', () => {
  test('is told by its mark, by UTF-8, or by how letters beyond ASCII stand', () => {
    expect(encodingOf(new TextEncoder().encode('订单号,电量'))).toBe('utf-8')
    expect(encodingOf(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]))).toBe('utf-16le')
    expect(encodingOf(Uint8Array.from([0xfe, 0xff, 0x00, 0x61]))).toBe('utf-16be')
    expect(encodingOf(GB)).toBe('gb18030')
    expect(new TextDecoder('gb18030').decode(GB)).toBe('订单号,电量')
    expect(encodingOf(LATIN)).toBe('windows-1252')
  })

  test('bytes that are no text have none', () => {
    expect(encodingOf(Uint8Array.from([0x61, 0x00, 0x01]))).toBeNull()
  })
})

describe('the head of a file', () => {
  test('is taken apart with quotes, doubled quotes and line ends inside; empty lines do not count', () => {
    expect(headRows('\ufeffa,"b ""c"",\r\nd"\r\n\r\n 1 ,2', ',')).toEqual([
      ['a', 'b "c",\r\nd'],
      ['1', '2'],
    ])
    expect(headRows('a,b\n1,2\n3,4', ',', 2)).toHaveLength(2)
  })

  test('its delimiter makes the rows equally wide', () => {
    expect(delimiterOf('id;energy\n1;2,5\n2;3,5')).toBe(';')
    expect(delimiterOf('id\tenergy\n1\t2.5')).toBe('\t')
    expect(delimiterOf('id|a\n1|2')).toBe('|')
    expect(delimiterOf('id,a\n1,2')).toBe(',')
    expect(delimiterOf('alone')).toBe(',')
  })

  test('its header stands below titles and above figures', () => {
    const rows = [
      ['充电记录', ''],
      ['导出时间', '2026-01-01'],
      ['订单号', '电量', '时间'],
      ['1', '2.5', '2026-01-01'],
    ]
    expect(headerRowOf(rows)).toBe(3)
    expect(
      headerRowOf([
        ['a', 'b'],
        ['1', '2'],
      ]),
    ).toBe(1)
    expect(headerRowOf([])).toBe(1)
  })
})
