import { type Language, showNumber } from '@wattyard/console-kit'

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const

/** Returns a size for people, in units of 1024: `4.8 MiB`; one decimal below 10, except for the smallest unit. */
export function sizeText(kib: number, language: Language): string {
  let value = kib
  let unit = 0
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024
  return `${showNumber(value, language, value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`
}
