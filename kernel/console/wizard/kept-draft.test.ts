import { field, optional } from '@wattyard/resource'
import { expect, test } from 'vitest'
import { DRAFT_DAYS, draftText, keptValues, MAX_DRAFT, readDraft } from './kept-draft.ts'

const NOW = Date.UTC(2026, 10, 25)
const DAY = 86_400_000
const draft = { at: NOW, step: 'place', parts: { place: { code: 'S1' } } }

test('a draft is restored unchanged for two weeks', () => {
  const text = draftText(draft)
  expect(readDraft(text, NOW)).toEqual(draft)
  expect(readDraft(text, NOW + DRAFT_DAYS * DAY)).toEqual(draft)
  expect(readDraft(text, NOW + DRAFT_DAYS * DAY + 1)).toBeNull()
  expect(readDraft(draftText({ ...draft, key: 'k' }), NOW)).toEqual({ ...draft, key: 'k' })
})

test('an invalid stored draft is ignored', () => {
  for (const text of [null, '', '{', 'null', '7', '{}', '{"at":1e20,"step":"a","parts":{}}'])
    expect(readDraft(text, NOW), String(text)).toBeNull()
  expect(readDraft(JSON.stringify({ ...draft, parts: null }), NOW)).toBeNull()
  expect(readDraft(JSON.stringify({ ...draft, step: 7 }), NOW)).toBeNull()
})

test('a draft too long for the browser is not kept at all, so that the user is told', () => {
  expect(draftText({ ...draft, parts: { note: 'x'.repeat(MAX_DRAFT) } })).toBeNull()
})

test('secrets, files, personal data and removed fields are never stored in a browser', () => {
  const fields = {
    name: field.text(),
    key: field.secret(),
    plan: optional(field.files()),
    pictures: optional(field.images()),
    contact: field.text({ privacy: 'personal' }),
  }
  const values = { name: 'N', key: 's3cret', plan: ['f'], pictures: ['p'], contact: 'Ann', gone: 1 }
  expect(keptValues(fields, values)).toEqual({ name: 'N' })
  expect(keptValues(fields, undefined)).toEqual({})
  expect(keptValues(fields, 'text')).toEqual({})
})
