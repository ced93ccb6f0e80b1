import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldMessages } from './check-input.ts'

const sayingsOf = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return error ? { ...fieldMessages(error) } : null
}

test('a check without its own text reports a wrong format, not the library’s English text', () => {
  const shape = z.object({ a: z.string().refine(() => false), b: z.string().refine(() => false, { error: 'notADay' }) })
  expect(sayingsOf(shape, { a: 'x', b: 'y' })).toEqual({
    a: { key: 'kernel.field.badFormat' },
    b: { key: 'kernel.field.notADay' },
  })
})

test('every word of a field that is said exists', async () => {
  const { default: words } = await import('../locales/en.json', { with: { type: 'json' } })
  expect(words.kernel.field).toMatchObject({ badFormat: expect.any(String), notADay: expect.any(String) })
})
