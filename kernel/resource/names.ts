import type { Field } from './field.ts'

/** `ratedPower` → `rated_power`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

const UNIT_SUFFIX: Partial<Record<Field['kind'], string>> = {
  money: '_fen',
  power: '_w',
  percent: '_ppm',
  duration: '_s',
  instant: '_at',
  ref: '_id',
  refs: '_ids',
  file: '_file_id',
  image: '_file_id',
  files: '_file_ids',
  images: '_file_ids',
}

/**
 * Column of a field: snake case, with the unit at the end where the kind has one. A key that ends
 * in its unit already (`startedAt`, `limitFen`) does not get it twice.
 */
export function columnOf(key: string, of: Pick<Field, 'kind'>): string {
  const name = snakeCase(key)
  const suffix = UNIT_SUFFIX[of.kind] ?? ''
  return `_${name}`.endsWith(suffix) ? name : name + suffix
}

/** `assets.station` → `assets_station`: a module's tables carry its prefix. */
export function tableOf(resourceName: string): string {
  return snakeCase(resourceName.replace('.', '_'))
}
