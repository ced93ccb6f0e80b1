import { safeHref } from '@wattyard/resource'
import type { Caller } from '@wattyard/server-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, conformanceWorld } from '../architecture/conformance/world.ts'
import { naughtyTexts } from './corpus.ts'

/*
 * Notices are the one place where people store text with form (trust F-46): every naughty text as words, as an address, as a
 * shape and as an attribute of one.
 */

const texts = naughtyTexts()
const world = await conformanceWorld()
afterAll(() => world.close())

let as: Caller
beforeAll(async () => {
  as = await administrator(world)
})

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const words = (text: string, marks?: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks ? { marks } : {}) }],
})
const save = (body: unknown) =>
  world.server.call('/api/activity/notice/save', { title: '公告', body, isPinned: false, mustConfirm: false }, { as })

test('every text is stored as it is or refused as a field, never changed and never an error of ours', {
  timeout: 240_000,
}, async () => {
  let stored = 0
  for (const text of texts) {
    const answer = await save(doc(words(text)))
    expect(answer.status, JSON.stringify(text)).toBeLessThan(500)
    if (!answer.success) {
      expect(Object.keys(answer.data.fields), JSON.stringify(text)).toEqual(['body'])
      continue
    }
    stored++
    expect(answer.data.body).toEqual(doc(words(text)))
  }
  console.log(`notices: ${stored} of ${texts.length} naughty texts stored as words`)
  expect(stored).toBeGreaterThan(texts.length / 2)
})

test('no text is an address unless it is https or a path of ours', { timeout: 240_000 }, async () => {
  const linked: string[] = []
  for (const href of texts) {
    const answer = await save(doc(words('x', [{ type: 'link', attrs: { href } }])))
    expect(answer.success, JSON.stringify(href)).toBe(safeHref(href) !== null)
    if (answer.success) linked.push(href)
  }
  console.log(`notices: ${linked.length} naughty texts are addresses: ${linked.slice(0, 20).join(' ')}`)
  expect(linked.filter(href => !/^(https:\/\/|\/(?![/\\]))/.test(href))).toEqual([])
})

test('no text is a shape, a mark or an attribute', { timeout: 240_000 }, async () => {
  for (const text of texts) {
    for (const body of [
      doc({ type: text }),
      doc(words('x', [{ type: text }])),
      doc({ type: 'heading', attrs: { level: text } }),
      text,
    ]) {
      const answer = await save(body)
      expect([answer.success, answer.status < 500], JSON.stringify(body)).toEqual([false, true])
    }
  }
})
