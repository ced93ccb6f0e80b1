import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, mix, readable, TEXT_CONTRAST } from './colours.ts'
import { paletteOf, variableOf } from './palette.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('contrast agrees with the published figures', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#409EFF', '#ffffff')).toBeCloseTo(2.78, 2)
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
})

test('any colour becomes readable on any background', () => {
  fc.assert(
    fc.property(colour, ground => {
      expect(contrast(readable('#409EFF', [ground]), ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }),
  )
})

test('every text has sufficient contrast on its background in every theme', () => {
  fc.assert(
    fc.property(colour, fc.boolean(), (brand, dark) => {
      const p = paletteOf(brand, dark)
      const texts = [p.text, p.text2, p.text3, p.link, p.good, p.wait, p.bad, p.idle]
      for (const text of texts)
        for (const ground of [p.surface, p.ground, p.sunken, p.hover])
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      for (const [text, soft] of [
        [p.link, p.soft],
        [p.good, p.goodSoft],
        [p.wait, p.waitSoft],
        [p.bad, p.badSoft],
        [p.idle, p.idleSoft],
        ['#ffffff', p.solid],
        ['#ffffff', p.solidHover],
        [p.sideText, p.side],
        [p.sideActive, p.side],
      ] as const)
        expect(contrast(text, soft)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }),
  )
})

test('names of variables', () => {
  expect(variableOf('text2')).toBe('--w-text-2')
  expect(variableOf('goodSoft')).toBe('--w-good-soft')
})
