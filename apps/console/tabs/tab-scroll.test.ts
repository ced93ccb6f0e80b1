import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forgetScroll, noteScroll, readScroll, type ScrollMemory, writeScroll } from './tab-scroll.ts'

const NONE: ScrollMemory = new Map()

test('scroll positions survive storage; the top is not stored', () => {
  let memory = noteScroll(NONE, '/a', 'page', { top: 200.4, left: 0 })
  memory = noteScroll(memory, '/a', '0', { top: 0, left: 30 })
  memory = noteScroll(memory, '/b', 'page', { top: 7, left: 7 })
  expect(readScroll(writeScroll(memory))).toEqual(memory)
  expect(memory.get('/a')?.get('page')).toEqual({ top: 200, left: 0 })
  expect(noteScroll(memory, '/b', 'page', { top: 0, left: 0 }).has('/b')).toBe(false)
  expect([...forgetScroll(memory, path => path === '/a').keys()]).toEqual(['/b'])
})

test('reading any stored value never fails', () => {
  for (const text of [null, 'x', '{}', '[1]', '[["/a",[["page",-1,0],["page","1",0],3]]]', '[["/a",3]]'])
    expect(readScroll(text)).toEqual(NONE)
  fc.assert(fc.property(fc.json(), text => readScroll(text) instanceof Map))
})
