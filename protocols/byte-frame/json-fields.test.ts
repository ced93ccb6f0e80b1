import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFields, MAX_JSON_FIELDS } from './index.ts'

test('members with their places, as they are written', () => {
  const text = ' [2, "a\\"]", {"x/y": [1.50, {}], "~": null , "s":"\\u00e9"}]'
  const fields = jsonFields(text)
  expect(fields?.map(({ path, value }) => `${path}=${value}`)).toEqual([
    '0=2',
    '1=a"]',
    '2/x~1y/0=1.50',
    '2/x~1y/1={}',
    '2/~0=null',
    '2/s=é',
  ])
  expect(fields?.every(({ from, to, raw }) => text.slice(from, to) === raw)).toBe(true)
  expect(jsonFields('7')).toMatchObject([{ path: '', value: '7', from: 0, to: 1 }])
})

test('what is no JSON has no fields', () => {
  for (const text of ['', '{', '{"a":1,}', '[1 2]', 'x']) expect(jsonFields(text)).toBe(null)
})

test('very deep and very long texts are bounded', () => {
  const deep = `${'['.repeat(500)}"]"${']'.repeat(500)}`
  expect(jsonFields(deep)).toMatchObject([{ from: 64, to: deep.length - 64 }])
  expect(jsonFields(`[${'1,'.repeat(MAX_JSON_FIELDS)}1]`)).toHaveLength(MAX_JSON_FIELDS)
})

/** Leaves of a value as pointer and text. */
function leavesOf(value: unknown, path = ''): string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) return [`${path} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  return entries.flatMap(([key, item]) => {
    const name = key.replaceAll('~', '~0').replaceAll('/', '~1')
    return leavesOf(item, path === '' ? name : `${path}/${name}`)
  })
}

test('any JSON: the leaves that a reader finds, each at its place', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const fields = jsonFields(text) ?? []
      // An index-like key comes first in an object that was read: order is not compared.
      const parsed: unknown = JSON.parse(text)
      const found = fields.map(
        field =>
          `${field.path} ${field.value === `${field.raw}` ? JSON.stringify(JSON.parse(field.raw)) : field.value}`,
      )
      expect(found.toSorted()).toEqual(leavesOf(parsed).toSorted())
      expect(fields.every(({ from, to, raw }) => text.slice(from, to) === raw)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
