import { flagInput, idInput, wholeInput } from '@wattyard/calls'
import { expect, test } from 'vitest'
import { isId, newId } from '../new-id.ts'
import { checkInput } from './check-input.ts'

const saying = (check: () => unknown): unknown => {
  try {
    return check()
  } catch (error) {
    return error instanceof Error && 'fields' in error ? error.fields : error
  }
}

test('an id is one of ours, in lower case', () => {
  const id = newId()
  expect(checkInput(idInput, id)).toBe(id)
  for (const text of ['', id.toUpperCase(), `${id}0`, ` ${id}`, id.replaceAll('-', ''), `${id}\n`]) {
    expect(isId(text)).toBe(false)
    expect(saying(() => checkInput(idInput, text))).toEqual({ '*': { key: 'kernel.field.notAnId' } })
  }
})

test('numbers and flags come as themselves or as their text', () => {
  const pages = wholeInput(1, 1_000)
  expect([checkInput(pages, 7), checkInput(pages, '7'), checkInput(pages, '1000')]).toEqual([7, 7, 1_000])
  for (const value of ['1001', '10000', 1_001])
    expect(saying(() => checkInput(pages, value))).toEqual({
      '*': { key: 'kernel.field.tooBig', params: { max: '1000' } },
    })
  for (const value of ['', '1.5', '1e3', ' 7', 'seven', '9'.repeat(40)])
    expect(() => checkInput(pages, value)).toThrow('kernel.invalid')
  expect([true, 'true', false, 'false'].map(value => checkInput(flagInput, value))).toEqual([true, true, false, false])
  for (const value of ['yes', '1', 1, null]) expect(() => checkInput(flagInput, value)).toThrow('kernel.invalid')
})
