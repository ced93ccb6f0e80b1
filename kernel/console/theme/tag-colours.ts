import { mix, readable } from './colours.ts'
import type { Palette } from './palette.ts'

export interface TagColours {
  readonly text: string
  readonly ground: string
}

/**
 * Returns the colours of a tag in a picked colour: a soft background of it, and the colour moved away from that until its text is
 * readable (WCAG AA) on it and on all surfaces under tags, in light and in dark.
 */
export function tagColours(colour: string, palette: Palette, dark: boolean): TagColours {
  const ground = mix(palette.surface, colour, dark ? 0.18 : 0.1)
  return { ground, text: readable(colour, [ground, palette.surface, palette.ground, palette.sunken, palette.hover]) }
}

const TONES = ['good', 'busy', 'wait', 'bad', 'idle'] as const

/** Returns the colours of a tag with a tone, which the theme defines. */
export function toneColours(tone: (typeof TONES)[number], palette: Palette): TagColours {
  return { text: palette[tone], ground: palette[`${tone}Soft`] }
}
