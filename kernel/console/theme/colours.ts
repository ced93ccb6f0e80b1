/** Smallest contrast of text on its background (WCAG 2.2, 1.4.3 AA). */
export const TEXT_CONTRAST = 4.5

type Rgb = readonly [number, number, number]

/**
 * Returns red, green and blue, 0…255.
 * @param hex `#rrggbb`
 */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hexOf(rgb: Rgb): string {
  return `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Returns `under` mixed with the share `weight` (0…1) of `over`. */
export function mix(under: string, over: string, weight: number): string {
  const [a, b] = [rgbOf(under), rgbOf(over)]
  // three parts in, three out
  return hexOf([0, 1, 2].map(i => (a[i] ?? 0) * (1 - weight) + (b[i] ?? 0) * weight) as unknown as Rgb)
}

/** Returns the relative luminance (WCAG 2.2, definition), 0…1. */
function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex).map(part => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

/** Returns the contrast ratio of two colours, 1…21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/**
 * Returns a picked colour, moved towards black or white in steps of 2 % until it is readable on all backgrounds. Decoration and
 * charts use the picked colour itself; text, links and solid buttons use this one, because the contract's default #409EFF has
 * only 2.8:1 on white.
 */
export function readable(colour: string, grounds: readonly string[], least: number = TEXT_CONTRAST): string {
  const away = luminance(grounds[0] ?? '#ffffff') > 0.18 ? '#000000' : '#ffffff'
  for (let weight = 0; weight < 1; weight += 0.02) {
    const tried = mix(colour, away, weight)
    if (grounds.every(ground => contrast(tried, ground) >= least)) return tried
  }
  return away
}
