import { expect, test } from 'vitest'
import { entryOf } from './entry.ts'

test('the entry of a built page is found for any order of attributes, and for no other answer', () => {
  const page = (script: string): string => `<!doctype html><script nonce="n">1</script>${script}<link href="/x.js">`
  expect(entryOf(page('<script type="module" crossorigin src="/jkweb/assets/index-a1.js"></script>'))).toBe(
    '/jkweb/assets/index-a1.js',
  )
  expect(entryOf(page('<script src="/jkweb/assets/index-b2.js" nonce="n" type="module"></script>'))).toBe(
    '/jkweb/assets/index-b2.js',
  )
  for (const other of ['', '<h1>502 Bad Gateway</h1>', page(''), '{"success":false}'])
    expect(entryOf(other)).toBeUndefined()
})
