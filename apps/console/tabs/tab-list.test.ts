import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTabs, writeTabs } from './stored-tabs.ts'
import {
  closeTabs,
  hasAny,
  livePaths,
  MAX_LIVE_TABS,
  MAX_TABS,
  moveTab,
  NO_TABS,
  pinTab,
  refreshTab,
  type TabList,
  visitTab,
} from './tab-list.ts'

const at = (pathname: string, search = '') => ({ pathname, search, hash: '' })
const open = (...paths: string[]): TabList => paths.reduce((list, path) => visitTab(list, at(path)), NO_TABS)
const paths = (list: TabList): string[] => list.tabs.map(tab => tab.path)

test('a tab is added by path; another query updates it', () => {
  const list = visitTab(open('/a', '/b'), at('/a', '?page=2'))
  expect(paths(list)).toEqual(['/a', '/b'])
  expect(list.tabs[0]?.search).toBe('?page=2')
})

test('closing the shown tab opens the last remaining one with its query, or / if none remains', () => {
  const list = visitTab(open('/a', '/b'), at('/c', '?q=1'))
  expect(closeTabs(list, 'this', '/a', '/a').goTo).toBe('/c?q=1')
  expect(closeTabs(list, 'this', '/a', '/b').goTo).toBeUndefined()
  expect(closeTabs(open('/a'), 'this', '/a', '/a')).toEqual({ list: NO_TABS, goTo: '/' })
})

test('with the preference set, closing opens the tab shown before', () => {
  const list = visitTab(open('/a', '/b', '/c'), at('/a', '?q=2'))
  const back = visitTab(list, at('/b'))
  expect(closeTabs(back, 'this', '/b', '/b', 'previous').goTo).toBe('/a?q=2')
  expect(closeTabs(back, 'this', '/b', '/b', 'last').goTo).toBe('/c')
  expect(closeTabs(open('/a'), 'this', '/a', '/a', 'previous').goTo).toBe('/')
})

test('close others keeps and opens the given tab; close all opens /', () => {
  const list = open('/a', '/b', '/c')
  expect(closeTabs(list, 'others', '/a', '/b')).toMatchObject({ goTo: '/a', list: { visits: ['/a'] } })
  expect(closeTabs(list, 'others', '/b', '/b').goTo).toBeUndefined()
  expect(closeTabs(list, 'all', '/a', '/b')).toEqual({ list: NO_TABS, goTo: '/' })
})

test('close left and close right keep the rest and open the tab they were called on', () => {
  const list = open('/a', '/b', '/c', '/d')
  expect(paths(closeTabs(list, 'left', '/c', '/d').list)).toEqual(['/c', '/d'])
  expect(closeTabs(list, 'left', '/c', '/d').goTo).toBeUndefined()
  expect(closeTabs(list, 'left', '/c', '/a').goTo).toBe('/c')
  expect(paths(closeTabs(list, 'right', '/b', '/d').list)).toEqual(['/a', '/b'])
  expect(closeTabs(list, 'right', '/b', '/d').goTo).toBe('/b')
  expect(closeTabs(list, 'right', '/gone', '/d').list).toEqual(list)
  expect([hasAny(list, 'left', '/a'), hasAny(list, 'right', '/d'), hasAny(list, 'others', '/b')]).toEqual([
    false,
    false,
    true,
  ])
})

test('pinned tabs come first and are never closed by the closing actions', () => {
  const list = pinTab(pinTab(open('/a', '/b', '/c', '/d'), '/c', true), '/b', true)
  expect(paths(list)).toEqual(['/c', '/b', '/a', '/d'])
  for (const what of ['this', 'left', 'right', 'others', 'all'] as const)
    expect(paths(closeTabs(list, what, '/b', '/b').list)).toEqual(expect.arrayContaining(['/c', '/b']))
  expect(closeTabs(list, 'all', '/b', '/b').goTo).toBeUndefined()
  expect(closeTabs(list, 'all', '/b', '/d').goTo).toBe('/')
  expect(paths(pinTab(list, '/c', false))).toEqual(['/b', '/c', '/a', '/d'])
  expect(pinTab(list, '/c', true)).toBe(list)
})

test('a tab moves in the strip, pinned ones among themselves', () => {
  const list = pinTab(open('/a', '/b', '/c', '/d'), '/a', true)
  expect(paths(moveTab(list, '/d', 1))).toEqual(['/a', '/d', '/b', '/c'])
  expect(paths(moveTab(list, '/d', 0))).toEqual(['/a', '/d', '/b', '/c'])
  expect(paths(moveTab(list, '/b', 99))).toEqual(['/a', '/c', '/d', '/b'])
  expect(moveTab(list, '/a', 2)).toBe(list)
  expect(moveTab(list, '/gone', 0)).toBe(list)
})

test('refresh rebuilds one page and leaves the others unchanged', () => {
  expect(refreshTab(open('/a', '/b'), '/b').tabs.map(tab => tab.revision)).toEqual([0, 1])
})

test('at most 20 pages stay alive, the last visited ones, and never an uncached one', () => {
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

test('a tab with unsaved input is neither dropped from memory nor removed from the strip', () => {
  const isDirty = (path: string): boolean => path === '/form'
  let list = visitTab(NO_TABS, at('/form'), true)
  for (let i = 0; i < 60; i += 1) list = visitTab(list, at(`/p${i}`), false, isDirty)
  expect(list.tabs.length).toBe(MAX_TABS)
  expect(livePaths(list, '/p59', isDirty).has('/form')).toBe(true)
  expect(livePaths(list, '/p59').has('/form')).toBe(false)
})

test('the strip survives a reload with its order, pins and visits, without removed pages', () => {
  const list = pinTab(visitTab(visitTab(open('/a', '/gone', '/c'), at('/b', '?x=1')), at('/a')), '/b', true)
  const back = readTabs(writeTabs(list), path => path !== '/gone')
  expect(back.tabs.map(tab => tab.path + tab.search)).toEqual(['/b?x=1', '/a', '/c'])
  expect(back.visits).toEqual(['/c', '/b', '/a'])
  expect(back.tabs.map(tab => tab.pinned)).toEqual([true, false, false])
  for (const text of [null, 'x', '{}', '[1,null,{"path":3}]']) expect(readTabs(text, () => true)).toEqual(NO_TABS)
})

test('after any visits and closings the tabs are unique, bounded, and the same as the visits', () => {
  const path = fc.integer({ min: 0, max: 60 }).map(n => `/${n}`)
  const step = fc.tuple(fc.constantFrom('visit', 'visit', 'visit', 'this', 'left', 'others', 'pin', 'move'), path)
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), steps => {
      let list = NO_TABS
      for (const [what, target] of steps) {
        if (what === 'visit') list = visitTab(list, at(target))
        else if (what === 'pin') list = pinTab(list, target, true)
        else if (what === 'move') list = moveTab(list, target, list.tabs.length >> 1)
        else list = closeTabs(list, what, target, '/0').list
        const pins = list.tabs.map(tab => tab.pinned)
        expect(pins.toSorted((a, b) => Number(b) - Number(a))).toEqual(pins)
        expect(new Set(paths(list)).size).toBe(list.tabs.length)
        expect(list.tabs.length).toBeLessThanOrEqual(MAX_TABS)
        expect([...list.visits].sort()).toEqual(paths(list).sort())
      }
    }),
  )
})
