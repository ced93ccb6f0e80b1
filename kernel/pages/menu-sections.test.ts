import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEW, GROUPS, type LayoutEntry, layoutOf, type MenuChange, runsOf, SECTIONS, visibleMenu } from './index.ts'

const entriesOf = (changes: readonly MenuChange[], group = 'system'): readonly LayoutEntry[] =>
  visibleMenu(layoutOf(changes), () => true).find(({ key }) => key === group)?.entries ?? []
const told = (entries: readonly LayoutEntry[]) =>
  runsOf(entries).map(run => [run.section, run.entries.map(({ key }) => key.slice(key.lastIndexOf('/') + 1))])

test('system management is drawn in sections, without what the user menu has', () => {
  expect(told(entriesOf([]))).toEqual([
    ['people', ['tenant', 'org', 'employee', 'role']],
    ['settings', ['menuemanage', 'dict', 'log', 'MessageParsing', 'cfgSchedule']],
    ['baseData', ['type', 'typetree', 'model', 'protocol', 'manufacture']],
  ])
})

test('a page that the tenant moved stands where it was put, without a name; one from elsewhere too', () => {
  const keys = entriesOf([]).map(({ key }) => key)
  const moved = [...keys.filter(key => key !== '/console/employee'), '/console/employee']
  const changes = [
    ...moved.map((key, position) => ({ key, position })),
    { key: '/device/station', group: 'system', position: 100 },
  ]
  expect(told(entriesOf(changes)).slice(2)).toEqual([
    ['baseData', ['type', 'typetree', 'model', 'protocol', 'manufacture']],
    [null, ['employee']],
    [null, ['station']],
  ])
})

test('few entries have no sections', () => {
  const few = entriesOf([]).slice(0, FEW)
  expect(runsOf(few)).toEqual([{ section: null, entries: few }])
  expect(runsOf([...few, ...entriesOf([]).slice(FEW, FEW + 1)]).length).toBeGreaterThan(1)
})

test('property: the order is the tenant’s, nothing is lost, and each name is given once', () => {
  const keys = fc.shuffledSubarray(GROUPS.flatMap(group => entriesOf([], group).map(({ key }) => key)))
  fc.assert(
    fc.property(keys, list => {
      const entries = entriesOf(list.map((key, position) => ({ key, position, group: 'system' })))
      const runs = runsOf(entries)
      expect(runs.flatMap(run => run.entries)).toEqual(entries)
      const names = runs.flatMap(({ section }) => section ?? [])
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter(name => !SECTIONS.includes(name))).toEqual([])
    }),
  )
})
