import { expect, test } from 'vitest'
import { detailPartsOf, linkToRecord, registerDetails, registerResources, setCanOpen } from './registry.ts'

const Show = () => null

test('a link leads to a record, or to one of its tabs, for people who may open its page', () => {
  registerResources({ 'probe.yard': 'probe/yard' })
  setCanOpen(route => route === '/probe/yard')
  expect(linkToRecord('probe.yard', 'a b')).toBe('/probe/yard?open=a%20b')
  expect(linkToRecord('probe.yard', 'a', 'orders')).toBe('/probe/yard?open=a&detail=orders')
  setCanOpen(() => false)
  expect(linkToRecord('probe.yard', 'a')).toBeUndefined()
  expect(linkToRecord('probe.unknown', 'a')).toBeUndefined()
})

test('parts of a detail have the title of their module, and those of other resources are not among them', () => {
  const part = { resource: 'probe.yard', key: 'orders', tab: 'orders', needs: 'probe.order:read', Show }
  registerDetails('charging', [part])
  registerDetails('pricing', [{ ...part, resource: 'probe.gate' }, part])
  // A module is registered again when its page is loaded anew.
  registerDetails('charging', [part])
  expect(detailPartsOf('probe.yard').map(one => one.title)).toEqual(['charging.detail.orders', 'pricing.detail.orders'])
  expect(detailPartsOf('probe.gate')).toHaveLength(1)
  expect(detailPartsOf('probe.other')).toEqual([])
})
