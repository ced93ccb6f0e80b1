import { expect, test } from 'vitest'
import { cutSchemas } from './without-schemas.ts'

test('schemas and summaries are removed, paths and types stay', () => {
  const declared = `const line = z.object({ id: z.string(), at: instant })
export type Line = z.output<typeof line>
export const listLines = defineCall({
  method: 'GET',
  path: '/api/x/list',
  summary: 'lines of x',
  input: z.strictObject({ q: z.string().optional() }),
  output: z.object({ list: z.array(line), more: ids.extend({ a: z.int() }) }),
})
`
  expect(cutSchemas('x.ts', declared)).toBe(`const line = z
export type Line = z.output<typeof line>
export const listLines = defineCall({
  method: 'GET',
  path: '/api/x/list',
  summary: '',
  input: z,
  output: z,
})
`)
})

test('a call chain used only by schemas is removed, whatever it begins with; other calls stay', () => {
  expect(
    cutSchemas(
      'x.ts',
      'const a = base.extend({ b: z.int() }), c = wholeInput(1, 9).default(2), d = names.map(one => f(one))',
    ),
  ).toBe('const a = z, c = z, d = names.map(one => f(one))')
})
