import type { Field } from './field.ts'

/** Returns a key in snake case: `ratedPower` → `rated_power`. */
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
 * Returns the column of a field: snake case, with the unit as suffix where the kind has one. A key that already ends in the
 * suffix (`startedAt`, `limitFen`) does not get it twice.
 */
export function columnOf(key: string, of: Pick<Field, 'kind'>): string {
  const name = snakeCase(key)
  const suffix = UNIT_SUFFIX[of.kind] ?? ''
  return `_${name}`.endsWith(suffix) ? name : name + suffix
}

/** Returns the table of a resource: `assets.station` → `assets_station`. The module is the prefix. */
export function tableOf(resourceName: string): string {
  return snakeCase(resourceName.replace('.', '_'))
}
