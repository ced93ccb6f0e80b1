import { expect, test } from 'vitest'
import { typedBefore } from './keys-before.ts'

const press = (key: string, over: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...over,
})
const after = (...keys: string[]) => keys.reduce((text, key) => typedBefore(text, press(key)) ?? text, '')

test('letters, spaces and what takes them back are kept; names of keys are no text', () => {
  expect(after('s', 't', ' ', 'Shift', 'A', '充', 'ArrowDown', 'Tab')).toBe('st A充')
  expect(after('a', '😀', 'Backspace', 'b')).toBe('ab')
  expect(after('Backspace')).toBe('')
})

test('commands and half words of an input method are not its own', () => {
  for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    expect(typedBefore('a', press('k', over))).toBeNull()
})

test('there is an end', () => {
  expect(typedBefore('x'.repeat(100), press('y'))).toBe('x'.repeat(100))
})
