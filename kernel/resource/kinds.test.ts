import { describe, expect, test } from 'vitest'
import { fieldsSchema } from './schema.ts'

const schema = fieldsSchema({ name: { kind: 'text' }, code: { kind: 'code' }, note: { kind: 'note', optional: true } })
const refusals = (change: Readonly<Record<string, string>>) =>
  schema.safeParse({ name: 'Pier 1', code: 'P-1', ...change }).error?.issues.map(issue => issue.message) ?? []

describe('texts', () => {
  test('a name is one line; a note has as many as it wants', () => {
    for (const breaking of ['\n', '\r\n', '\t', '\u2028', '\u0085'])
      expect(refusals({ name: `Pier${breaking}1` }), JSON.stringify(breaking)).toEqual(['oneLine'])
    expect(refusals({ note: 'first\nsecond\tcolumn' })).toEqual([])
    // What a copied cell brings along at its end is no second line.
    expect(schema.parse({ name: 'Pier 1\r\n', code: 'P-1' })).toMatchObject({ name: 'Pier 1' })
  })

  test('nothing in a name turns what stands behind it; the marks of Arabic stay', () => {
    for (const turning of ['\u202e', '\u202a', '\u2066'])
      expect(refusals({ name: `Pier ${turning}1` }), JSON.stringify(turning)).toEqual(['forbiddenCharacter'])
    expect(refusals({ name: 'محطة\u200f 1' })).toEqual([])
  })
})
