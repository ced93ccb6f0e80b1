import { describe, expect, test } from 'vitest'
import { inItsPlace, neighbour, todoKeyOf } from './todo-keys.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('keys of a list of things to do', () => {
  test('J and K, arrows, Home and End walk', () => {
    expect(['j', 'ArrowDown', 'k', 'ArrowUp', 'Home', 'End'].map(key => todoKeyOf(press(key), true))).toEqual([
      'next',
      'next',
      'previous',
      'previous',
      'first',
      'last',
    ])
  })

  test('a letter is an action whatever its case', () => {
    expect(todoKeyOf(press('A'), true)).toEqual({ letter: 'a' })
  })

  test('with Ctrl, Alt or ⌘ letters are left to shell and browser, except for undo', () => {
    expect(todoKeyOf(press('k', { ctrlKey: true }), true)).toBeUndefined()
    expect(todoKeyOf(press('k', { metaKey: true }), true)).toBeUndefined()
    expect(todoKeyOf(press('a', { altKey: true }), true)).toBeUndefined()
    expect(todoKeyOf(press('z', { ctrlKey: true }), true)).toBe('undo')
    expect(todoKeyOf(press('z', { ctrlKey: true, shiftKey: true }), true)).toBeUndefined()
  })

  test('with single keys switched off only the arrows work', () => {
    expect(['j', 'a', 'l'].map(key => todoKeyOf(press(key), false))).toEqual([undefined, undefined, undefined])
    expect(todoKeyOf(press('ArrowDown'), false)).toBe('next')
  })

  test('Enter and Tab are left to the browser', () => {
    expect(['Enter', 'Tab', 'Escape'].map(key => todoKeyOf(press(key), true))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('steps', () => {
  const ids = ['a', 'b', 'c']
  test('stay inside the list', () => {
    expect(neighbour(ids, 'a', 'next')).toBe('b')
    expect(neighbour(ids, 'c', 'next')).toBe('c')
    expect(neighbour(ids, 'a', 'previous')).toBe('a')
    expect(neighbour(ids, 'b', 'first')).toBe('a')
    expect(neighbour(ids, 'a', 'last')).toBe('c')
  })

  test('begin at the first when nothing is chosen or the chosen item is gone', () => {
    expect(neighbour(ids, null, 'previous')).toBe('a')
    expect(neighbour(ids, 'gone', 'next')).toBe('a')
    expect(neighbour([], null, 'next')).toBeNull()
    expect(neighbour([], null, 'last')).toBeNull()
  })

  test('the item that moves up takes the place of a removed one', () => {
    expect(inItsPlace(['a', 'c'], 1)).toBe('c')
    expect(inItsPlace(['a', 'b'], 2)).toBe('b')
    expect(inItsPlace([], 0)).toBeNull()
  })
})
