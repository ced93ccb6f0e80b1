import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatInstant } from '@wattyard/time'
import { expect, test } from 'vitest'
import { readAlipayTrade, readBytes, readCamt053, readMt940, readWechatFunds, readWechatTrade } from './index.ts'
import { rowsOf } from './testing/properties.ts'

const FOLDER = resolve(import.meta.dirname, 'golden')
const CHINA = { zone: 'Asia/Shanghai' }
const SPAIN = { zone: 'Europe/Madrid' }

const FILES = [
  ['wechat-trade.csv', () => readWechatTrade(CHINA), CHINA.zone],
  ['wechat-funds.csv', () => readWechatFunds(CHINA), CHINA.zone],
  ['alipay-trade.csv', () => readAlipayTrade(CHINA), CHINA.zone],
  ['bank.mt940', () => readMt940(SPAIN), SPAIN.zone],
  ['bank-camt053.xml', () => readCamt053(SPAIN), SPAIN.zone],
] as const

/** A row in one line: kind, local time, money, state, numbers, who and what. */
function lineOf(row: ReturnType<typeof rowsOf>[number], zone: string): string {
  const { kind, at, amount, gross, fee, balance, currency, state } = row
  const numbers = [row.channelNo, row.orderNo, row.refundNo, row.channelRefundNo]
  const parts = [kind, at === null ? null : formatInstant(at, zone), amount, gross, fee, balance, currency, state]
  return [...parts, ...numbers, row.counterparty, row.text].map(part => `${part ?? '-'}`).join(' | ')
}

test.each(FILES)('%s', (name, reader, zone) => {
  const { items, facts } = readBytes(reader(), readFileSync(resolve(FOLDER, name)))
  const told = {
    rows: rowsOf(items).map(row => lineOf(row, zone)),
    findings: items.flatMap(item => (item.type === 'finding' ? [`${item.line} ${item.column} ${item.code}`] : [])),
    agreement: facts.agreement,
    isSound: facts.isSound,
  }
  expect(told).toEqual(JSON.parse(readFileSync(resolve(FOLDER, `${name}.json`), 'utf8')))
})
