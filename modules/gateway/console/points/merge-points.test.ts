import { expect, test } from 'vitest'
import { mergePoints } from './merge-points.ts'

const BASE = [
  { key: 'u', address: '1', scale: '1' },
  { key: 'i', address: '2' },
]

test('cells of both sides are kept, and rows that one side added or removed', () => {
  const mine = [{ key: 'u', address: '1', scale: '10' }, { key: 'i', address: '2' }, { key: 'mine' }]
  const theirs = [{ key: 'u', address: '7', scale: '1' }, { key: 'theirs' }]
  expect(mergePoints({ base: BASE, mine, theirs }, {})).toEqual({
    merged: [{ key: 'u', address: '7', scale: '10' }, { key: 'mine' }, { key: 'theirs' }],
    conflicts: [],
  })
})

test('a cell that both changed is a conflict to choose in', () => {
  const mine = [{ ...BASE[0], address: '8' }, { ...BASE[1] }]
  const theirs = [{ ...BASE[0], address: '7' }, { ...BASE[1] }]
  const { merged, conflicts } = mergePoints({ base: BASE, mine, theirs }, {})
  expect(conflicts).toMatchObject([{ row: 'u', column: 'address', mine: '8', theirs: '7' }])
  expect(merged[0]?.address).toBe('8')
  expect(mergePoints({ base: BASE, mine, theirs }, { [conflicts[0]?.key ?? '']: 'theirs' }).merged[0]?.address).toBe(
    '7',
  )
})

const row = (key: string, address: string, scale = '1') => ({
  ...(key ? { key } : {}),
  area: 'holding',
  address,
  scale,
})

test('a row that I renamed keeps the correction of the other side', () => {
  const base = [row('power', '100'), row('energy', '102')]
  const mine = [row('activePower', '100'), row('energy', '102')]
  const theirs = [row('power', '110'), row('energy', '102')]
  expect(mergePoints({ base, mine, theirs }, {})).toEqual({
    merged: [row('activePower', '110'), row('energy', '102')],
    conflicts: [],
  })
})

test('rows without a key are known by their address and not by their place', () => {
  const base = [row('', '100'), row('', '102'), row('', '104')]
  const mine = [row('', '98'), ...base]
  const theirs = [row('', '100'), row('', '102'), row('', '104', '0.1')]
  expect(mergePoints({ base, mine, theirs }, {})).toEqual({
    merged: [row('', '98'), row('', '100'), row('', '102'), row('', '104', '0.1')],
    conflicts: [],
  })
})

test.each([
  ['mine', 'theirs'],
  ['theirs', 'mine'],
] as const)('a row that %s removed and %s changed is asked about', (removing, changing) => {
  const base = [row('power', '100'), row('energy', '102')]
  const [without, changed] = [[row('energy', '102')], [row('power', '110'), row('energy', '102')]]
  const sides = { base, mine: removing === 'mine' ? without : changed, theirs: removing === 'mine' ? changed : without }
  const { conflicts } = mergePoints(sides, {})
  expect(conflicts).toMatchObject([{ row: 'power', column: null, [removing]: undefined }])
  const chosen = (side: 'mine' | 'theirs') => mergePoints(sides, { [conflicts[0]?.key ?? '']: side }).merged
  expect([chosen(removing).length, chosen(changing).length]).toEqual([1, 2])
  expect(chosen(changing)).toContainEqual(row('power', '110'))
})

test('an addition of both sides is one row, and no value goes into another row', () => {
  const base = [row('', '100'), row('', '100', '2')]
  const mine = [...base, row('new', '7')]
  const theirs = [row('', '100'), row('', '100', '5'), row('new', '7', '3')]
  const { merged, conflicts } = mergePoints({ base, mine, theirs }, {})
  expect(conflicts).toMatchObject([{ row: 'new', column: 'scale', mine: '1', theirs: '3' }])
  expect(merged).toEqual([row('', '100'), row('new', '7'), row('', '100', '5')])
})
