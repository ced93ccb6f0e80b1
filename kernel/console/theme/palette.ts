import { mix, readable } from './colours.ts'

/** All colours by purpose. Each becomes the CSS variable `--w-<name>`. */
export interface Palette {
  /** Background of the page. */
  ground: string
  surface: string
  /** Background of table heads and quiet boxes. */
  sunken: string
  hover: string
  line: string
  lineStrong: string
  text: string
  text2: string
  /** Hints and labels; the weakest colour that is still readable as text. */
  text3: string
  /** The picked colour, for decoration and charts only. */
  brand: string
  /** Links and icons on surfaces. */
  link: string
  /** Background of primary buttons; white text on it is readable. */
  solid: string
  solidHover: string
  /** Background of chosen rows and active filters. */
  soft: string
  good: string
  goodSoft: string
  busy: string
  busySoft: string
  wait: string
  waitSoft: string
  bad: string
  badSoft: string
  idle: string
  idleSoft: string
  side: string
  sideText: string
  sideActive: string
  shadow: string
}

const LIGHT = {
  ground: '#f5f6f8',
  surface: '#ffffff',
  sunken: '#f8f9fb',
  hover: '#f3f5f8',
  line: '#e7e9ee',
  lineStrong: '#d4d8e0',
  text: '#18202b',
  text2: '#465061',
  text3: '#626d7d',
  shadow: '0 6px 24px rgb(16 24 40 / 0.12), 0 1px 3px rgb(16 24 40 / 0.10)',
  side: '#161c27',
  sideText: '#b4bdcb',
  sideActive: '#ffffff',
}

const DARK = {
  ground: '#0f1319',
  surface: '#171c24',
  sunken: '#1c222b',
  hover: '#212834',
  line: '#2a313c',
  lineStrong: '#3b4452',
  text: '#e8ebf0',
  text2: '#b3bcc9',
  text3: '#929dac',
  shadow: '0 6px 24px rgb(0 0 0 / 0.55), 0 0 0 1px rgb(255 255 255 / 0.05)',
  side: '#11161e',
  sideText: '#aab4c2',
  sideActive: '#ffffff',
}

const TONES = { good: '#1a9a5c', wait: '#c77700', bad: '#dc3545', idle: '#6b7787' } as const

/**
 * Returns all colours, derived from the picked one. Texts have at least 4.5:1 on every background they appear on; a test checks
 * each pair.
 */
export function paletteOf(brand: string, dark: boolean): Palette {
  const base = dark ? DARK : LIGHT
  const softened = (colour: string): string => mix(base.surface, colour, dark ? 0.18 : 0.1)
  const tone = (colour: string): [string, string] => {
    const soft = softened(colour)
    return [readable(colour, [soft, base.surface, base.ground, base.sunken, base.hover]), soft]
  }
  const [good, goodSoft] = tone(TONES.good)
  const [wait, waitSoft] = tone(TONES.wait)
  const [bad, badSoft] = tone(TONES.bad)
  const [idle, idleSoft] = tone(TONES.idle)
  const [link, soft] = tone(brand)
  const solid = readable(brand, ['#ffffff'])
  return {
    ...base,
    brand,
    link,
    soft,
    solid,
    solidHover: mix(solid, '#000000', 0.12),
    busy: link,
    busySoft: soft,
    good,
    goodSoft,
    wait,
    waitSoft,
    bad,
    badSoft,
    idle,
    idleSoft,
  }
}

/** Returns the CSS variable of a colour: `text2` → `--w-text-2`, `goodSoft` → `--w-good-soft`. */
export function variableOf(name: string): string {
  return `--w-${name.replace(/([A-Z]|\d)/g, part => `-${part.toLowerCase()}`)}`
}

/** Returns the colours of chart series, in order. Colour-blind people can tell them apart; symbols and the table help as well. */
export function seriesColours(brand: string, dark: boolean): string[] {
  const light = [brand, '#1a9a5c', '#e08a00', '#8b5cf6', '#dc3545', '#0891b2', '#a16207', '#64748b']
  return dark ? light.map(colour => mix(colour, '#ffffff', 0.15)) : light
}
