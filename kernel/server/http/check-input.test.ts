import { idsInput } from '@wattyard/calls'
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

test('what is wrong with a list of ids is said of its items, however it is sent', () => {
  const [a, b] = ['01a21d1d-d4ca-7500-a0e2-b490cf4831c9', '01a21d1d-d4ca-7500-a0e2-b490cf4831ca']
  const ids = z.strictObject({ ids: idsInput(2) })
  for (const many of [`${a},${b},${a}`, [a, b, a], `${a},`.repeat(1_000)])
    expect(sayingsOf(ids, { ids: many })).toEqual({ ids: { key: 'kernel.field.tooMany', params: { max: '2' } } })
  for (const none of ['', []])
    expect(sayingsOf(ids, { ids: none })).toEqual({ ids: { key: 'kernel.field.tooFew', params: { min: '1' } } })
  expect(sayingsOf(ids, {})).toEqual({ ids: { key: 'kernel.field.required' } })
  expect(sayingsOf(ids, { ids: [a, 'x'] })).toEqual({ 'ids.1': { key: 'kernel.field.notAnId' } })
})
