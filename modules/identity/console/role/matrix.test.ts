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
const rows = matrixOf(ALL).flatMap(one => one.rows)

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
  const all = pressed(some, over, everything, rows)
  expect(all).toEqual(['assets.pile:read', 'assets.pile:update', 'charging.order:refund'])
  expect(shareOf(new Set(all), over)).toBe('all')
  expect(pressed(new Set(all), over, everything, rows)).toEqual(['charging.order:refund'])
  expect(shareOf(new Set(), over)).toBe('none')
})

test('what is done to records comes with reading them, and goes with it', () => {
  expect(pressed(new Set(), ['assets.pile:update'], everything, rows)).toEqual([
    'assets.pile:read',
    'assets.pile:update',
  ])
  expect(pressed(new Set(), ['assets.station:close'], everything, rows)).toEqual([
    'assets.station:close',
    'assets.station:read',
  ])
  const pile = new Set(['assets.pile:read', 'assets.pile:update', 'assets.station:read'])
  expect(pressed(pile, ['assets.pile:read'], everything, rows)).toEqual(['assets.station:read'])
  expect(pressed(pile, ['assets.pile:update'], everything, rows)).toEqual(['assets.pile:read', 'assets.station:read'])
  // Nothing reads the orders of this matrix.
  expect(pressed(new Set(), ['charging.order:refund'], everything, rows)).toEqual(['charging.order:refund'])
})

test('permissions that the editor does not hold are neither granted nor revoked', () => {
  const over = ['assets.pile:read', 'assets.pile:update']
  const mayGive = (permission: string) => permission === 'assets.pile:read'
  expect(pressed(new Set(), over, mayGive, rows)).toEqual(['assets.pile:read'])
  expect(pressed(new Set(over), over, mayGive, rows)).toEqual(['assets.pile:update'])
})

test('two roles are compared in one line per resource: permissions of one, and of both', () => {
  expect(compare(['assets.pile:read', 'assets.station:read'], ['assets.pile:read', 'assets.pile:update'])).toEqual([
    { resource: 'assets.pile', left: [], right: ['assets.pile:update'], both: ['assets.pile:read'] },
    { resource: 'assets.station', left: ['assets.station:read'], right: [], both: [] },
  ])
})
