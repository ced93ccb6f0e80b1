import { expect, test } from 'vitest'
import { textOfBytes } from './read-file.ts'

test('text stays text, bytes become digits', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(textOfBytes(bytes('68 0C\r\n[2,"é"]\t'))).toBe('68 0C\r\n[2,"é"]\t')
  expect(textOfBytes(Uint8Array.of(0x68, 0x0c, 0x00, 0xff))).toBe('680c00ff')
  // Valid UTF-8 by chance, but a binary frame.
  expect(textOfBytes(Uint8Array.of(0x44, 0x4e, 0x59, 0x09, 0x00))).toBe('444e590900')
  expect(textOfBytes(new Uint8Array())).toBe('')
})
