import { expect, test } from 'vitest'
import { isFilter, showPayload } from './payload.ts'

const packed = (text: string) => Buffer.from(text).toString('base64')

test('the same bytes as text, JSON and hex', () => {
  expect(showPayload(packed('{"电":1}'), 'text')).toBe('{"电":1}')
  expect(showPayload(packed('{"a":[1]}'), 'json')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(showPayload(packed('AB\n'), 'hex')).toBe(`0000  ${'41 42 0a'.padEnd(48)} AB.`)
  expect(showPayload(packed('x'.repeat(17)), 'hex')?.split('\n')[1]).toContain('0010  78')
})

test('invalid JSON is reported; an empty payload is empty', () => {
  expect(showPayload(packed('{'), 'json')).toBeNull()
  expect(showPayload('', 'text')).toBe('')
  expect(showPayload('', 'hex')).toBe('')
})

test('wildcards stand for whole levels', () => {
  expect(['#', '+/a/#', 'a/+/b', '/', 'a//b'].map(isFilter)).toEqual([true, true, true, true, true])
  expect(['', 'a#', '#/a', 'a+/b', '++'].map(isFilter)).toEqual([false, false, false, false, false])
})
