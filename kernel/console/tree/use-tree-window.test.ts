import { expect, test } from 'vitest'
import { linesInView } from './use-tree-window.ts'

test('of 2,000 lines only the visible ones and a few more are drawn', () => {
  expect(linesInView(0, 640, 2_000, 32)).toEqual({ from: 0, to: 32 })
  expect(linesInView(32_000, 640, 2_000, 32)).toEqual({ from: 988, to: 1_032 })
  expect(linesInView(63_360, 640, 2_000, 32)).toEqual({ from: 1_968, to: 2_000 })
})

test('a small tree is drawn whole', () => {
  expect(linesInView(4_000, 640, 200, 32)).toEqual({ from: 0, to: 200 })
})
