import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FileReader,
  readAlipayTrade,
  readBytes,
  readCamt053,
  readDescribed,
  readMt940,
  readWechatFunds,
  readWechatTrade,
} from './index.ts'
import { ALIPAY_HEAD, alipayTradeLines } from './testing/alipay.ts'
import { gbk, utf8 } from './testing/bytes.ts'
import { camt053Lines } from './testing/camt053.ts'
import { ACQUIRER, aggregatorLines, AGGREGATOR, SPANISH_BANK } from './testing/described.ts'
import { mt940Lines } from './testing/mt940.ts'
import { A_DAY, anyPlaces, readDivided } from './testing/properties.ts'
import { trueRows, ZONE } from './testing/true-rows.ts'
import { wechatTradeLines } from './testing/wechat.ts'

const OPTIONS = { zone: ZONE, expected: { merchant: '1', days: { from: A_DAY, to: A_DAY } } }

const READERS: readonly (readonly [string, () => FileReader])[] = [
  ['WeChat Pay, trade', () => readWechatTrade(OPTIONS)],
  ['WeChat Pay, funds', () => readWechatFunds(OPTIONS)],
  ['Alipay', () => readAlipayTrade(OPTIONS)],
  ['delimited', () => readDescribed(AGGREGATOR, OPTIONS)],
  ['quoted', () => readDescribed(SPANISH_BANK, OPTIONS)],
  ['fixed width', () => readDescribed(ACQUIRER, OPTIONS)],
  ['MT940', () => readMt940(OPTIONS)],
  ['CAMT.053', () => readCamt053(OPTIONS)],
]

const ROWS = [...trueRows(5, 4, A_DAY)]
/** Pieces of all formats, from which files are put together that are nearly right. */
const PIECES: readonly Uint8Array[] = [
  ...[...wechatTradeLines(ROWS)].map(line => utf8([line])),
  ...[...alipayTradeLines(ROWS, A_DAY)].map(line => gbk([line])),
  ...[...aggregatorLines(ROWS)].map(line => gbk([line])),
  ...[...mt940Lines([{ account: '1', number: '1', opening: 0n, entries: [] }], A_DAY)].map(line => utf8([line])),
  ...[...camt053Lines([{ account: '1', number: '1', opening: 0n, entries: [] }], A_DAY)].map(line => utf8([line])),
  ...['"', '`', '<', '>', '&', ':61:', '\0', '\ufeff', '-}', '{4:', ']]>', '<!--'].map(text => utf8([text])),
  Uint8Array.of(0xff, 0xfe),
  Uint8Array.of(0x81),
]

const anyFile = fc.oneof(
  fc.uint8Array({ maxLength: 3_000 }),
  fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.uint8Array({ maxLength: 8 })), { maxLength: 20 }).map(Buffer.concat),
)

/** Bytes that make careless patterns slow: a megabyte of one sign or two. */
const SLOW: readonly string[] = [
  '-'.repeat(1_000_000),
  `${ALIPAY_HEAD.join(',')}\n${`#${'-'.repeat(60_000)}\n`.repeat(15)}`,
  `${ALIPAY_HEAD.join(',')}\n${`#交易合计：${'9'.repeat(60_000)}\n`.repeat(15)}`,
  `${'"a\n'.repeat(300_000)}`,
  `Fecha;Referencia;Concepto;Cargo;Abono;Saldo\n${`";${'x;'.repeat(20_000)}\n`.repeat(25)}`,
  '{'.repeat(1_000_000),
  `:20:\n:25:1\n:60F:C280228EUR1,\n${':61:2802290229D1,NTRF/a/a/a/a\n'.repeat(30_000)}`,
  `<a ${'x="1" '.repeat(160_000)}`,
  '<a><b>&#1;'.repeat(100_000),
]

describe.each(READERS)('%s', (_, reader) => {
  test('no bytes make it throw, and how they are divided does not matter', () => {
    fc.assert(
      fc.property(anyFile, anyPlaces, (bytes, places) => {
        const whole = readBytes(reader(), bytes)
        expect(readDivided(reader(), bytes, places)).toEqual(whole)
        expect(whole.facts.rows).toBe(whole.items.filter(item => item.type === 'row').length)
      }),
      { numRuns: 300 },
    )
  })

  test('takes bounded time for bytes that are meant to be slow', () => {
    const before = process.cpuUsage()
    for (const text of SLOW) readBytes(reader(), Buffer.from(text))
    // Each is read in well under a second; a pattern that goes wrong takes minutes.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(30_000)
  })
})
