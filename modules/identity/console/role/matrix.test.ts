import { expect, test } from 'vitest'
import { compare, matrixOf, pressed, shareOf } from './matrix.ts'

const ALL = [
  'assets.pile:read',
  'assets.pile:update',
  'assets.station:close',
  'assets.station:read',
  'charging.order:refund',
]
const everything = () => true

test('resources are listed under their module, plain actions in columns, commands beside them', () => {
  expect(matrixOf(ALL)).toEqual([
    {
      module: 'assets',
      rows: [
        {
          resource: 'assets.pile',
          plain: { read: 'assets.pile:read', update: 'assets.pile:update' },
          commands: [],
        },
        { resource: 'assets.station', plain: { read: 'assets.station:read' }, commands: ['assets.station:close'] },
      ],
    },
    { module: 'charging', rows: [{ resource: 'charging.order', plain: {}, commands: ['charging.order:refund'] }] },
  ])
})

test('a box over several permissions grants all of them, and revokes them when all are granted', () => {
  const over = ['assets.pile:read', 'assets.pile:update']
  const some = new Set(['assets.pile:read', 'charging.order:refund'])
  expect(shareOf(some, over)).toBe('some')
  const all = pressed(some, over, everything)
  expect(all).toEqual(['assets.pile:read', 'assets.pile:update', 'charging.order:refund'])
  expect(shareOf(new Set(all), over)).toBe('all')
  expect(pressed(new Set(all), over, everything)).toEqual(['charging.order:refund'])
  expect(shareOf(new Set(), over)).toBe('none')
})

test('permissions that the editor does not hold are neither granted nor revoked', () => {
  const over = ['assets.pile:read', 'assets.pile:update']
  const mayGive = (permission: string) => permission === 'assets.pile:read'
  expect(pressed(new Set(), over, mayGive)).toEqual(['assets.pile:read'])
  expect(pressed(new Set(over), over, mayGive)).toEqual(['assets.pile:update'])
})

test('two roles are compared in one line per resource: permissions of one, and of both', () => {
  expect(compare(['assets.pile:read', 'assets.station:read'], ['assets.pile:read', 'assets.pile:update'])).toEqual([
    { resource: 'assets.pile', left: [], right: ['assets.pile:update'], both: ['assets.pile:read'] },
    { resource: 'assets.station', left: ['assets.station:read'], right: [], both: [] },
  ])
})
