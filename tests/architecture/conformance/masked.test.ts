import { globSync, readFileSync } from 'node:fs'
import { defineResource, field, optional } from '@wattyard/resource'
import { member } from '@wattyard/members/contract'
import { describe, expect, test } from 'vitest'

/** A definition as small as can be, with a masked phone; `over` lets something tell it. */
function aPerson(over: {
  filters?: 'phone'[]
  sorts?: 'phone'[]
  search?: 'phone'[]
  sort?: 'phone'
  writable?: true
}) {
  const { writable, ...list } = over
  return () =>
    defineResource({
      name: 'probe.person',
      path: 'probe/person',
      scope: 'shared',
      writes: 'crud',
      fields: { code: field.code(), phone: optional(field.phone(writable ? {} : { fixed: true })) },
      list: { columns: ['code', 'phone'], filters: [], sort: 'code', ...list },
      masked: ['phone'],
      form: [['code', 'phone']],
      label: 'code',
    })
}

describe('a masked field', () => {
  test('is shown by a list', () => expect(aPerson({})().masked).toEqual(['phone']))
  test.each([
    ['filter', { filters: ['phone' as const] }],
    ['sort', { sorts: ['phone' as const] }],
    ['default sort', { sort: 'phone' as const }],
    ['quick search', { search: ['phone' as const] }],
    ['form that sends it back', { writable: true as const }],
  ])('is told by no %s', (_what, over) => expect(aPerson(over)).toThrow(/probe\.person.*phone/))

  test('is masked by its definition, never by hand', () => {
    const files = globSync(['kernel/{resource,server}/**/*.ts', 'modules/*/{server,contract}/**/*.ts'])
    expect(files.length).toBeGreaterThan(500)
    const byHand = files.filter(file => !file.endsWith('.test.ts') && /['"`}]\*{4}/.test(readFileSync(file, 'utf8')))
    expect(byHand).toEqual(['kernel/resource/mask.ts'])
  })

  test("is a member's phone", () => expect(member.masked).toEqual(['phone']))
})
