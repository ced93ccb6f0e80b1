import { mix, readable } from './colours.ts'
import type { Palette } from './palette.ts'

export interface TagColours {
  readonly text: string
  readonly ground: string
}

/**
 * How a colour that somebody picked is drawn as a tag: a soft ground of it, and the colour itself moved away from that
 * ground until its words can be read (WCAG AA) there and on everything that a tag stands on, in light and in dark.
 */
export function tagColours(colour: string, palette: Palette, dark: boolean): TagColours {
  const ground = mix(palette.surface, colour, dark ? 0.18 : 0.1)
  return { ground, text: readable(colour, [ground, palette.surface, palette.ground, palette.sunken, palette.hover]) }
}

const TONES = ['good', 'busy', 'wait', 'bad', 'idle'] as const

/** Returns the same for a tone, which has its colours from the theme. */
export function toneColours(tone: (typeof TONES)[number], palette: Palette): TagColours {
  return { text: palette[tone], ground: palette[`${tone}Soft`] }
}
