import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROTOCOL_CATALOGUE } from './protocol-catalogue.ts'

const FOLDER = join(import.meta.dirname, '../../../protocols')
/** Frames that several protocols share are none themselves. */
const SHARED = ['byte-frame', 'ocpp-frame', 'pay-frame']
/** No device speaks these. */
const OF_PAYMENTS = ['alipay', 'payment-files', 'wechat-pay']
const KEY_OF: Readonly<Record<string, string>> = { modbus: 'modbusTcp' }

test('every codec of devices and partners stands in the catalogue, and nothing that has none', () => {
  const codecs = readdirSync(FOLDER, { withFileTypes: true })
    .filter(one => one.isDirectory() && ![...SHARED, ...OF_PAYMENTS].includes(one.name))
    .map(one => KEY_OF[one.name] ?? one.name)
  expect(codecs.length).toBeGreaterThan(5)
  expect(PROTOCOL_CATALOGUE.map(one => one.key).toSorted()).toEqual(codecs.toSorted())
})

test('what the gateway does with each follows from its own lists', () => {
  const stateOf = Object.fromEntries(PROTOCOL_CATALOGUE.map(one => [one.key, one.state]))
  expect(stateOf).toEqual({
    ocpp16: 'spoken',
    ocpp201: 'spoken',
    ykc: 'codec',
    dny: 'codec',
    tcec102: 'codec',
    dlt645: 'polled',
    modbusTcp: 'polled',
  })
  expect(PROTOCOL_CATALOGUE.filter(one => one.isParsed).map(one => one.key)).toContain('ocpp16')
  expect(PROTOCOL_CATALOGUE.filter(one => one.hasMaps).map(one => one.key)).toEqual([
    'ocpp16',
    'ocpp201',
    'dlt645',
    'modbusTcp',
  ])
})
