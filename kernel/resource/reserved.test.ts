import { expect, test } from 'vitest'
import { defineResource } from './define-resource.ts'
import { computed, field } from './field.ts'

const rule = { name: 'probe.visit', path: 'probe/visit', scope: 'shared', writes: 'crud', label: 'code' } as const
const list = { columns: ['code'], filters: ['sort'], sort: 'code', without: { sort: 'ghost' } } as const
const define = (sort: ReturnType<typeof field.oneOf<readonly ['plain', 'ghost']>>) =>
  defineResource({ ...rule, form: [['code', 'sort']], list, fields: { code: field.code(), sort } })

test('what a list leaves out is a choice that nobody can make, or people could hide records by it', () => {
  expect(() => define(field.oneOf(['plain', 'ghost']))).toThrow('ghost of sort, which is not reserved')
  expect(define(field.oneOf(['plain', 'ghost'], { reserved: ['ghost'] })).list.without).toEqual({ sort: 'ghost' })
  expect(define(computed(field.oneOf(['plain', 'ghost']))).list.without).toEqual({ sort: 'ghost' })
})
