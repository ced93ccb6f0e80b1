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

test('letters, spaces and Backspace are kept; other named keys are not text', () => {
  expect(after('s', 't', ' ', 'Shift', 'A', '充', 'ArrowDown', 'Tab')).toBe('st A充')
  expect(after('a', '😀', 'Backspace', 'b')).toBe('ab')
  expect(after('Backspace')).toBe('')
})

test('shortcuts and unfinished input of an input method are ignored', () => {
  for (const over of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
    expect(typedBefore('a', press('k', over))).toBeNull()
})

test('the number of kept keys is limited', () => {
  expect(typedBefore('x'.repeat(100), press('y'))).toBe('x'.repeat(100))
})
