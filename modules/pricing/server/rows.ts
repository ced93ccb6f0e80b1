import { nameIn, type RowOf } from '@wattyard/resource'
import { col, type Language, type WholeRow, wholeRow } from '@wattyard/server-kit'
import { type DraftPlan, policy, type RatingPolicy, type version } from '../contract/index.ts'

/** Columns of a version that are not fields: its plans, the sealed snapshot, and its editor. */
export const VERSION_INNER = {
  plans: col.json<DraftPlan[]>(),
  snapshot: col.text.orNull,
  edited_by_id: col.uuid.orNull,
}

export type VersionRow = WholeRow<typeof version, typeof VERSION_INNER>

export const POLICY_ROW = wholeRow(policy)
export type PolicyRow = RowOf<typeof policy>

/** Returns the name of a policy in a reader's language. */
export function nameOfPolicy({ name, name_en: nameEn, name_es: nameEs }: PolicyRow, language: Language): string {
  return nameIn(policy, { name, nameEn, nameEs }, language)
}

export function ratingPolicyOf(row: Pick<PolicyRow, 'rounding' | 'energy_decimals'>): RatingPolicy {
  return { rounding: row.rounding, energyDecimals: row.energy_decimals === '2' ? 2 : 4 }
}
