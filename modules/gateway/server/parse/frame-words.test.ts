import type { Layout } from '@wattyard/byte-frame'
import { identifierOf, readControl } from '@wattyard/dlt645'
import { MESSAGES as DNY } from '@wattyard/dny'
import { LANGUAGES } from '@wattyard/server-kit'
import { INTERFACES } from '@wattyard/tcec102'
import { EXCEPTION_WORDS, FUNCTION_CODES, MODBUS_LAYOUTS } from '@wattyard/modbus'
import { MESSAGES as YKC } from '@wattyard/ykc'
import { expect, test } from 'vitest'
import { effectKeyOf } from './effects.ts'
import { decimalText, hasFrameWord, messageName, frameTextsIn } from './frame-words.ts'

/** Names of fields and, for coded ones, of every value. */
function wordsOf(layout: Layout): string[] {
  return Object.entries(layout).flatMap(([name, kind]) => {
    const own = [`field.${name}`]
    if (kind.shape === 'repeat') {
      const items = (kind.names ?? []).filter(item => !/^\d\d:\d\d$/.test(item)).map(item => `field.${item}`)
      return [...own, ...items, ...wordsOf(kind.layout)]
    }
    if (kind.unit === 'CNY' || kind.unit === 'CNY/kWh' || kind.unit === 'min') own.push(`unit.${kind.unit}`)
    // One byte is tried out; larger codes are sets of bits.
    const values =
      kind.size === 1
        ? Array.from({ length: 256 }, (_, value) => value)
        : kind.size === 2
          ? Array.from({ length: 16 }, (_, bit) => 2 ** bit)
          : []
    return [...own, ...values.flatMap(value => kind.meanings(value)).map(meaning => `value.${meaning}`)]
  })
}

const layouts: Layout[] = [...Object.values(YKC), ...Object.values(DNY)].map(({ layout }) => layout)
for (const di of [
  '00010000',
  '0000FF00',
  '02010100',
  '02020100',
  '02030000',
  '02040000',
  '02060000',
  '02800002',
  '04000101',
  '04000102',
  '04000401',
  '04000402',
])
  layouts.push(identifierOf(di)?.layout ?? {})

for (const { question, answer } of Object.values(MODBUS_LAYOUTS)) layouts.push(question, answer)

test.each(LANGUAGES)('every field, value and unit of the codecs has its word in %s', language => {
  const modbus = [
    ...['transaction', 'protocolId', 'length', 'unitId', 'function', 'exceptionCode', 'checksum'].map(
      name => `field.${name}`,
    ),
    ...Object.keys(FUNCTION_CODES).map(name => `value.modbus.function.${name}`),
    ...Object.values(EXCEPTION_WORDS).map(word => `value.modbus.exception.${word}`),
    'value.modbus.coil.on',
    'value.modbus.coil.off',
  ]
  const needed = [...new Set([...layouts.flatMap(wordsOf), ...modbus])]
  expect(needed.length).toBeGreaterThan(250)
  expect(needed.filter(key => !hasFrameWord(language, key))).toEqual([])
})

test.each(LANGUAGES)('every message has its name and its effect in %s', language => {
  const missing: string[] = []
  const need = (key: string) => hasFrameWord(language, key) || missing.push(key)
  const base = (name: string) => name.replace(/-(answer|refusal)$/, '')
  for (const name of [...Object.keys(YKC), null]) {
    if (name !== null) need(`message.ykc.${base(name)}`)
    need(`effect.ykc.${effectKeyOf('ykc', name)}`)
  }
  for (const name of [...Object.keys(DNY), 'link', 'iccid', null]) {
    if (name !== null) need(`message.dny.${base(name)}`)
    need(`effect.dny.${effectKeyOf('dny', name)}`)
  }
  for (const name of ['energy', 'value', 'other', null]) need(`effect.dlt645.${effectKeyOf('dlt645', name)}`)
  for (let code = 0; code < 32; code++) {
    const { name } = readControl(code)
    if (name !== null) need(`message.dlt645.${name}`)
  }
  for (const name of [...Object.keys(FUNCTION_CODES), 'exception']) need(`message.modbus.${name}`)
  for (const name of ['question', 'values', 'write', 'exception', null])
    need(`effect.modbus.${effectKeyOf('modbusTcp', name)}`)
  for (const name of ['asks', 'damaged']) need(`effect.modbus.${name}`)
  for (const problem of ['unknown-function', 'wrong-length', 'wrong-count', 'wrong-value']) need(`problem.${problem}`)
  for (const name of Object.keys(INTERFACES)) need(`message.tcec102.${name}`)
  expect(missing).toEqual([])
})

test('answers and refusals are called after what they answer', () => {
  const names = ['bill', 'bill-answer', 'model-check-answer'].map(name => messageName(frameTextsIn('en'), 'ykc', name))
  expect(names).toEqual(['Bill of a session', 'Bill of a session: answer', 'Check of the price model: answer'])
  expect(messageName(frameTextsIn('zh'), 'dlt645', 'read-refusal')).toBe('读数据（拒绝）')
  expect(messageName(frameTextsIn('es'), 'ykc', 'nobody-knows')).toBe('nobody-knows')
})

test('integers of any decimals as text', () => {
  expect([
    decimalText(5, 2),
    decimalText(-5, 2),
    decimalText(12_345, 4),
    decimalText(0, 1),
    decimalText(7, 0),
    decimalText(-120, 2),
  ]).toEqual(['0.05', '-0.05', '1.2345', '0.0', '7', '-1.20'])
})
