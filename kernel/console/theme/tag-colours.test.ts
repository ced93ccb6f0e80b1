import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, TEXT_CONTRAST } from './colours.ts'
import { paletteOf } from './palette.ts'
import { tagColours, toneColours } from './tag-colours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

test('property: a tag in any colour is readable in light and dark, on itself and on its background (AA)', () => {
  fc.assert(
    fc.property(colour, colour, fc.boolean(), (picked, brand, dark) => {
      const palette = paletteOf(brand, dark)
      const { text, ground } = tagColours(picked, palette, dark)
      for (const under of [ground, palette.surface, palette.ground, palette.sunken, palette.hover])
        expect(contrast(text, under)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
    }),
  )
})

test('a tone has the colours of the theme', () => {
  const palette = paletteOf('#409EFF', false)
  expect(toneColours('bad', palette)).toEqual({ text: palette.bad, ground: palette.badSoft })
})
