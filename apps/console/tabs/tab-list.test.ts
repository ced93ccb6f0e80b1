import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  livePaths,
  MAX_LIVE_TABS,
  MAX_TABS,
  NO_TABS,
  readTabs,
  refreshTab,
  type TabList,
  visitTab,
  writeTabs,
} from './tab-list.ts'

const at = (pathname: string, search = '') => ({ pathname, search, hash: '' })
const open = (...paths: string[]): TabList => paths.reduce((list, path) => visitTab(list, at(path)), NO_TABS)
const paths = (list: TabList): string[] => list.tabs.map(tab => tab.path)

test('added by path; another query updates the tab', () => {
  const list = visitTab(open('/a', '/b'), at('/a', '?page=2'))
  expect(paths(list)).toEqual(['/a', '/b'])
  expect(list.tabs[0]?.search).toBe('?page=2')
})

test('closing the shown tab goes to the last remaining one with its query, or to / if none remain', () => {
  const list = visitTab(open('/a', '/b'), at('/c', '?q=1'))
  expect(closeTab(list, '/a', '/a').goTo).toBe('/c?q=1')
  expect(closeTab(list, '/a', '/b').goTo).toBeUndefined()
  expect(closeTab(open('/a'), '/a', '/a')).toEqual({ list: NO_TABS, goTo: '/' })
})

test('close others keeps the given one and goes there; close all goes to /', () => {
  const list = open('/a', '/b', '/c')
  expect(closeOtherTabs(list, '/a', '/b')).toMatchObject({ goTo: '/a', list: { visits: ['/a'] } })
  expect(closeOtherTabs(list, '/b', '/b').goTo).toBeUndefined()
  expect(closeAllTabs()).toEqual({ list: NO_TABS, goTo: '/' })
})

test('refresh builds one page anew and leaves the others alone', () => {
  expect(refreshTab(open('/a', '/b'), '/b').tabs.map(tab => tab.revision)).toEqual([0, 1])
})

test('at most 20 pages live, those visited last, and never one that is not cached', () => {
  let list = visitTab(NO_TABS, at('/fresh'), true)
  for (let i = 0; i < 30; i += 1) list = visitTab(list, at(`/p${i}`))
  list = visitTab(list, at('/p0'))
  const live = livePaths(list, '/p0')
  expect(live.size).toBe(MAX_LIVE_TABS)
  expect(live.has('/p0')).toBe(true)
  expect(live.has('/p1')).toBe(false)
  expect(live.has('/fresh')).toBe(false)
  expect(livePaths(list, '/fresh').has('/fresh')).toBe(true)
})

test('the strip survives a reload, without pages that are gone', () => {
  const list = visitTab(open('/a', '/gone'), at('/b', '?x=1'))
  const back = readTabs(writeTabs(list), path => path !== '/gone')
  expect(back.tabs.map(tab => tab.path + tab.search)).toEqual(['/a', '/b?x=1'])
  for (const text of [null, 'x', '{}', '[1,null,{"path":3}]']) expect(readTabs(text, () => true)).toEqual(NO_TABS)
})

test('whatever is visited and closed, tabs are unique, bounded, and the same as the visits', () => {
  const path = fc.integer({ min: 0, max: 60 }).map(n => `/${n}`)
  const step = fc.tuple(fc.constantFrom('visit', 'visit', 'visit', 'close', 'others'), path)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), steps => {
      let list = NO_TABS
      for (const [what, target] of steps) {
        if (what === 'visit') list = visitTab(list, at(target))
        else if (what === 'close') list = closeTab(list, target, '/0').list
        else list = closeOtherTabs(list, target, '/0').list
        expect(new Set(paths(list)).size).toBe(list.tabs.length)
        expect(list.tabs.length).toBeLessThanOrEqual(MAX_TABS)
        expect([...list.visits].sort()).toEqual(paths(list).sort())
      }
    }),
  )
})
