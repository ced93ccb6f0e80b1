import { expect, test } from 'vitest'
import { memoryKey, NO_STATIONS, readMemory, withChosen, withMark } from './station-memory.ts'

test('the last chosen station comes first, each once, six at most; all stations is not remembered', () => {
  const memory = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c'].reduce(withChosen, NO_STATIONS)
  expect(memory.recent).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  expect(withChosen(memory, null)).toBe(memory)
})

test('a mark can be set and removed', () => {
  const marked = withMark(withMark(NO_STATIONS, 'a'), 'b')
  expect(marked.favourites).toEqual(['a', 'b'])
  expect(withMark(marked, 'a').favourites).toEqual(['b'])
  const many = Array.from({ length: 40 }, (_, i) => `s${i}`).reduce(withMark, NO_STATIONS)
  expect([many.favourites.length, many.favourites[0]]).toEqual([30, 's10'])
})

test('the memory survives storage, and an invalid stored value is ignored', () => {
  const memory = withChosen(withMark(NO_STATIONS, 'a'), 'b')
  expect(readMemory(JSON.stringify(memory))).toEqual(memory)
  expect(readMemory('{"favourites":["a","a",3],"recent":"x"}')).toEqual({ favourites: ['a'], recent: [] })
  for (const text of [null, '', 'x', '[]', '7', 'null']) expect(readMemory(text)).toEqual(NO_STATIONS)
  expect(memoryKey('1')).not.toBe(memoryKey('2'))
})
