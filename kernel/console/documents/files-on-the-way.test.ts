import { expect, test } from 'vitest'
import { afterFiles } from './files-on-the-way.ts'

test('a form goes on when all its files have arrived', () => {
  expect(afterFiles({})).toBe('go')
  expect(afterFiles({ licence: null, attachments: null })).toBe('go')
})

test('it waits for the last file, also where another one has failed', () => {
  expect(afterFiles({ licence: 'sending', attachments: null })).toBe('wait')
  expect(afterFiles({ licence: 'sending', attachments: { problem: 'Too large' } })).toBe('wait')
})

test('a file that did not arrive ends the wait with its message at its field', () => {
  expect(afterFiles({ licence: null, attachments: { problem: 'Too large' } })).toEqual({ attachments: 'Too large' })
})
