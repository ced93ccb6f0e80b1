import { expect, test } from 'vitest'
import { shownFigure } from './home-api.ts'

test('home shows an energy as exactly as the daily bill does', () => {
  expect(shownFigure('kwh', '1146.5520')).toEqual({ kind: 'energy', value: '1146.5520' })
})

test('counts and powers are numbers, amounts stay text', () => {
  expect(shownFigure('count', '9')).toEqual({ kind: 'count', value: 9 })
  expect(shownFigure('yuan', '16.15')).toEqual({ kind: 'money', value: '16.15' })
})
