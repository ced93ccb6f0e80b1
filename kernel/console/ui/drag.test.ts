import { expect, test } from 'vitest'
import { DRAG_DELAY_MS, dropPlace, pressOf } from './drag.ts'

test('a mouse drags when it moves; a finger drags after 300 ms of rest and scrolls otherwise', () => {
  expect(DRAG_DELAY_MS).toBe(300)
  expect([pressOf('mouse', 2, 9000), pressOf('mouse', 6, 0), pressOf('pen', 6, 0)]).toEqual(['press', 'drag', 'drag'])
  expect([pressOf('touch', 0, 299), pressOf('touch', 0, 300), pressOf('touch', 20, 100)]).toEqual([
    'press',
    'drag',
    'other',
  ])
  expect(pressOf('touch', 0, 100, 80)).toBe('drag')
})

test('a dragged item comes after all items whose middle it has passed', () => {
  expect([5, 15, 25].map(at => dropPlace([10, 20], at))).toEqual([0, 1, 2])
  expect(dropPlace([], 7)).toBe(0)
})
