import { describe, expect, test } from 'vitest'
import { field } from './field.ts'
import { standingOf } from './version-state.ts'
import { defineVersioned } from './versioned.ts'

const NOW = 1_000
const list = { columns: ['book', 'number'], filters: ['book'], sort: '-number' } as const
const rule = { name: 'probe.page', path: 'probe/page', scope: 'shared', list } as const
const fields = { book: field.ref('probe.book', { fixed: true }) }

describe('where a version stands', () => {
  test.each([
    [{ state: 'draft', validFrom: null, validTo: null }, 'draft'],
    [{ state: 'published', validFrom: 500, validTo: null }, 'inForce'],
    [{ state: 'published', validFrom: 500, validTo: 1_000 }, 'ended'],
    [{ state: 'published', validFrom: 1_001, validTo: null }, 'planned'],
    [{ state: 'retired', validFrom: 500, validTo: 1_001 }, 'inForce'],
    [{ state: 'retired', validFrom: 500, validTo: 600 }, 'retired'],
    [{ state: 'published' }, 'published'],
    [{ state: 'retired' }, 'retired'],
  ] as const)('%j: %s', (version, standing) => {
    expect(standingOf(version, NOW)).toBe(standing)
  })
})

describe('what a versioned definition has', () => {
  test('fields, commands and permissions of versions beside its own', () => {
    const page = defineVersioned({
      ...rule,
      fields,
      versioned: { of: 'book', body: 'lines', timed: true, twoPeople: true },
      start: { first: field.text() },
    })
    expect(Object.keys(page.fields)).toEqual(
      expect.arrayContaining(['book', 'number', 'state', 'validFrom', 'problems']),
    )
    expect(page.fields).not.toHaveProperty('lines')
    expect(Object.keys(page.commands.createDraft.input)).toEqual(['book', 'copyOf', 'first'])
    expect(page.commands.createDraft.input.book).not.toHaveProperty('fixed')
    expect(page.commands.publish).toMatchObject({ keyed: true, input: { validFrom: { kind: 'instant' } } })
    expect(page.permissions).toEqual([
      'probe.page:read',
      'probe.page:createDraft',
      'probe.page:saveDraft',
      'probe.page:publish',
      'probe.page:retire',
      'probe.page:discardDraft',
    ])
    expect(page.unique).toEqual([['book', 'number']])
  })

  test('one without times asks first, and is told only the revision that was seen', () => {
    const page = defineVersioned({ ...rule, fields, versioned: { of: 'book', body: 'lines', timed: false } })
    expect(page.fields).not.toHaveProperty('validFrom')
    expect(page.commands.publish).toMatchObject({ on: 'one', confirm: true })
    expect(Object.keys(page.commands.publish.input ?? {})).toEqual(['seen'])
    expect(page.commands.retire).toEqual({ on: 'one', confirm: true })
  })
})
