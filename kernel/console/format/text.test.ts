import fc from 'fast-check'
import { expect, test } from 'vitest'
import { abbreviate, joinNames, maskPhone, prettyJson, shorten, splitTags, suffixNum } from './text.ts'

test('tags split on whitespace, commas and semicolons', () => {
  expect(splitTags(' 快充, 24h;停车；有棚，快充\n雨棚')).toEqual(['快充', '24h', '停车', '有棚', '雨棚'])
  expect(splitTags(' ,; ')).toEqual([])
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1234, '1.2k'],
  [999_960, '1M'],
  [-1_500_000, '-1.5M'],
  [2e9, '2G'],
  [3.04e12, '3T'],
  [5e15, '5P'],
  [7.25e18, '7.3E'],
  [4e21, '4000E'],
  [-0.01, '0'],
])('%d is %s', (value, text) => expect(abbreviate(value)).toBe(text))

test('an abbreviation has the right sign and differs only by its rounding', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e18, max: 1e18, noNaN: true }), value => {
      const text = abbreviate(value, 3)
      const factor = 1000 ** Math.max(0, ['', 'k', 'M', 'G', 'T', 'P', 'E'].indexOf(text.replace(/^[-\d.]+/, '')))
      const back = Number(text.replace(/[a-zA-Z]$/, '')) * factor
      expect(Math.abs(back - value)).toBeLessThanOrEqual(factor * 0.000_51)
    }),
  )
})

test('suffixNum rejects text that is not a number', () => {
  expect(suffixNum('1500')).toBe('1.5k')
  for (const wrong of ['abc', '', null, undefined, {}, Number.NaN]) expect(() => suffixNum(wrong)).toThrow(TypeError)
})

test('shorten counts characters, not code units', () => {
  expect(shorten('充电🔋站点', 4)).toBe('充电🔋…')
  expect(shorten('abc', 3)).toBe('abc')
})

test('a masked phone number keeps its first and last digits', () => {
  expect(maskPhone('13812345678')).toBe('138 **** 5678')
  expect([maskPhone('12345678'), maskPhone('1234567'), maskPhone('12345')]).toEqual(['**** 5678', '**** 4567', '12345'])
  expect(maskPhone('+86 138-1234-5678')).toBe('+86138 **** 5678')
})

test('JSON is indented, other text stays unchanged', () => {
  expect(prettyJson('[2,"1","Reset",{}]')).toBe('[\n  2,\n  "1",\n  "Reset",\n  {}\n]')
  expect([prettyJson('[2,"1"'), prettyJson('')]).toEqual(['[2,"1"', ''])
})

test('names are joined as the language lists them', () => {
  expect(joinNames(['额定功率', '枪数'], 'zh')).toBe('额定功率、枪数')
  expect(joinNames(['Rated power', 'Connectors'], 'en')).toBe('Rated power, Connectors')
})
