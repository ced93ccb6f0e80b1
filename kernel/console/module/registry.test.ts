import { afterEach, expect, test } from 'vitest'
import { linkToList, registerLists, registerResources, setCanOpen } from './registry.ts'

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
