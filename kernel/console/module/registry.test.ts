import { afterEach, expect, test } from 'vitest'
import {
  linkToList,
  linkToRecord,
  registerLists,
  registerRecordPages,
  registerResources,
  setCanOpen,
} from './registry.ts'

afterEach(() => setCanOpen(() => false))

test('records are made on the page that a module names, else on that of the path, if the person may open it', () => {
  registerResources({ 'probe.office': 'sys/office', 'probe.station': 'device/station' })
  registerLists({ 'probe.office': '/console/org?part=offices' })
  expect(linkToList('probe.station')).toBeUndefined()
  setCanOpen(route => route !== '/sys/office')
  expect([linkToList('probe.office'), linkToList('probe.station')]).toEqual([
    '/console/org?part=offices',
    '/device/station',
  ])
  expect(linkToList('probe.unknown')).toBeUndefined()
})

test('a record opens on the page of its path, or on the page or the part of a page that its module names', () => {
  registerResources({ 'probe.pile': 'device/pile', 'probe.bill': 'sys/bill', 'probe.row': 'sys/row' })
  registerRecordPages({ 'probe.bill': '/console/bill', 'probe.row': '/console/bill?part=rows' })
  expect(linkToRecord('probe.bill', '1')).toBeUndefined()
  setCanOpen(route => route === '/device/pile' || route === '/console/bill')
  expect([linkToRecord('probe.pile', 'a b'), linkToRecord('probe.bill', '1', 'data')]).toEqual([
    '/device/pile?open=a%20b',
    '/console/bill?open=1&detail=data',
  ])
  expect(linkToRecord('probe.row', '1', 'data')).toBe('/console/bill?part=rows&open=1&detail=data')
  expect(linkToRecord('probe.unknown', '1')).toBeUndefined()
})
