import { expect, test } from 'vitest'
import { isPlainText } from './plain-text-only.ts'

test('the rules of a style element and an empty text are plain text', () => {
  for (const text of ['', '.w-a>.w-b:hover{color:#1d6fd2;content:"·"}', '@media (width>=600px){.x{margin:0}}'])
    expect(isPlainText(text), text).toBe(true)
})

test('text that could become an element or another character is not plain', () => {
  for (const text of ['<img src=x onerror=alert(1)>', 'a{}</style><script>', '&lt;b&gt;', '<!--', 'a &amp; b'])
    expect(isPlainText(text), text).toBe(false)
})

test('no text with an opening bracket passes, at any position', () => {
  const text = '.a{color:red}'
  for (let at = 0; at <= text.length; at++)
    expect(isPlainText(`${text.slice(0, at)}<${text.slice(at)}`), String(at)).toBe(false)
})
