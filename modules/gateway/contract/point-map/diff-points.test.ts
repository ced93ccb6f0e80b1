import { expect, test } from 'vitest'
import { diffPoints } from './diff-points.ts'

const UA = { key: 'ua', name: 'Voltage A', area: 'holding', address: '0', scale: '0.1' }
const EP = { key: 'ep', name: 'Energy', area: 'holding', address: '10' }

test('rows are told apart by their keys, wherever they stand', () => {
  expect(diffPoints([UA, EP], [EP, UA])).toEqual([])
  expect(diffPoints([UA, EP], [{ ...UA, scale: '0.01', unit: 'V' }])).toEqual([
    {
      kind: 'changed',
      key: 'ua',
      name: 'Voltage A',
      row: 1,
      columns: [
        { column: 'scale', before: '0.1', after: '0.01' },
        { column: 'unit', before: '', after: 'V' },
      ],
    },
    { kind: 'removed', key: 'ep', name: 'Energy', row: 2, columns: [] },
  ])
})

test('a row that nobody has named yet is known by its place', () => {
  expect(diffPoints([], [{ area: 'holding' }])).toEqual([{ kind: 'added', key: '', name: '', row: 1, columns: [] }])
  expect(diffPoints([{ area: 'holding' }], [{ area: 'input' }])).toMatchObject([{ kind: 'changed', row: 1 }])
})
