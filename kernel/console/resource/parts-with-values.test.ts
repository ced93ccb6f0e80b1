import { expect, test } from 'vitest'
import { MISSING, partsWithValues } from './parts-with-values.ts'

test('a part without its value is left out, and the others stay', () => {
  expect(partsWithValues(`会员号：M00000005 · 手机号：${MISSING} · 可用余额：¥12.00`)).toBe(
    '会员号：M00000005 · 可用余额：¥12.00',
  )
})

test('a text of one part is not told without its value', () => {
  expect(partsWithValues(`估算金额：¥${MISSING}`)).toBeNull()
  expect(partsWithValues('估算金额：¥3.00')).toBe('估算金额：¥3.00')
})
