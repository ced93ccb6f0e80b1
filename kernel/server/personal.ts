import { labelKeys, type MaskKind, masked, type Resource } from '@wattyard/resource'
import { type Caller, may } from './caller.ts'

/** Permission to see personal data of drivers in clear, everywhere (decision 389). */
export const SEE_PERSONAL = 'platform.personal:see'
/** Permission to see the personal data of one record for a moment, with a reason that is logged. */
export const REVEAL_PERSONAL = 'platform.personal:reveal'

/** What decides whether a reader sees personal data. */
export type PersonalReader = Pick<Caller, 'permissions' | 'readsMasked'> &
  Partial<Pick<Caller, 'tenantId' | 'userId' | 'readOnly' | 'lookUps'>>

/** Returns whether personal data is shown to a reader in clear. */
export function seesPersonal(reader: PersonalReader): boolean {
  return !reader.readsMasked && may(reader, SEE_PERSONAL)
}

/**
 * Returns whether a reader sees the personal data in records of a definition in clear: by the right, or because it is masked for readers
 * alone and they may change it (`maskedFor`).
 */
export function seesPersonalOf(
  reader: PersonalReader,
  { name, maskedFor }: Pick<Resource, 'name' | 'maskedFor'>,
): boolean {
  if (seesPersonal(reader)) return true
  return maskedFor === 'readers' && !reader.readsMasked && !reader.readOnly && may(reader, `${name}:update`)
}

/** Returns a reader who sees personal data masked whatever their rights are, for what leaves the house. */
export function maskedReader<R extends PersonalReader>(reader: R): R {
  return { ...reader, readsMasked: true }
}

/** Returns a personal value as a reader may see it: for answers that no definition describes. */
export function shownTo<T>(reader: PersonalReader, kind: MaskKind, value: T): T | string {
  return seesPersonal(reader) ? value : masked(kind, value)
}

/** Returns how what records of a definition are called is hidden; undefined where their names are no personal data. */
export function labelMask(resource: Pick<Resource, 'fields' | 'label' | 'labelIn' | 'masked'>): MaskKind | undefined {
  const [key = resource.label] = labelKeys(resource, 'zh')
  return resource.masked?.[key]
}
