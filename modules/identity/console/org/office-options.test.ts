import { expect, test } from 'vitest'
import type { OfficeNode } from '../office/use-offices.ts'
import { childrenOf, firstOffice, officeOptions } from './office-options.ts'

const node = (id: string, ...children: OfficeNode[]): OfficeNode => ({
  id,
  code: id.toUpperCase(),
  label: id,
  kind: 'department',
  status: 'active',
  people: null,
  stations: null,
  children,
})
const TREE = [node('a', node('a1', node('a11')), node('a2')), node('b')]

test('offices are offered with their whole path, without the office itself and those below', () => {
  expect(officeOptions(TREE).map(({ label }) => label)).toEqual(['a', 'a / a1', 'a / a1 / a11', 'a / a2', 'b'])
  expect(officeOptions(TREE, 'a1').map(({ value }) => value)).toEqual(['a', 'a2', 'b'])
})

test('a company without an operator begins with one', () => {
  expect(firstOffice([])).toEqual({ kind: 'operator' })
  expect(firstOffice(TREE)).toEqual({ kind: 'operator' })
  expect(firstOffice([node('a', { ...node('b'), kind: 'operator' })])).toEqual({})
})

test('siblings are found below an office or at the top', () => {
  expect(childrenOf(TREE, 'a').map(({ id }) => id)).toEqual(['a1', 'a2'])
  expect(childrenOf(TREE, null).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(childrenOf(TREE, 'gone')).toEqual([])
})
