import { expect, test } from 'vitest'
import { tabsOfDetail } from './detail-tabs.ts'

const NONE = { ofSections: [], ofFacts: [], formLeads: false, order: [] }

test('a detail without tabs of its own has an overview and the history', () => {
  expect(tabsOfDetail({ ...NONE, ofSections: [''], ofFacts: [''] })).toEqual(['overview', 'record'])
})

test('each tab stands once, in the order of the page; tabs that it does not name follow, the history is last', () => {
  const ofSections = ['overview', 'piles', 'prices', 'alarms', 'orders', 'prices']
  expect(tabsOfDetail({ ...NONE, ofSections, ofFacts: ['data'], order: ['overview', 'orders', 'prices'] })).toEqual([
    'overview',
    'orders',
    'prices',
    'piles',
    'alarms',
    'data',
    'record',
  ])
})

test('the first tab of the form leads, unless the page says where facts belong', () => {
  const tabs = { ...NONE, ofSections: ['now'], ofFacts: ['main', 'life'] }
  expect(tabsOfDetail({ ...tabs, formLeads: true })).toEqual(['main', 'now', 'life', 'record'])
  expect(tabsOfDetail(tabs)).toEqual(['now', 'main', 'life', 'record'])
})
