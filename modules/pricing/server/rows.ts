import { nameIn } from '@wattyard/resource'
import { type Language, type ResourceRow } from '@wattyard/server-kit'
import { type DraftPlan, policy, type RatingPolicy, type RoundingRule, type VersionState } from '../contract/index.ts'

/** A row of `pricing_version` as the driver gives it: instants are epoch ms. */
export interface VersionRow extends ResourceRow {
  tenant_id: string
  policy_id: string
  number: number
  state: VersionState
  valid_from_at: number | null
  valid_to_at: number | null
  note: string | null
  source: string | null
  problems: number
  plans: DraftPlan[]
  snapshot: string | null
  hash: string | null
  edited_by: string
  edited_by_id: string | null
  published_by: string | null
  published_at: number | null
}

export interface PolicyRow extends ResourceRow {
  code: string
  name: string
  name_en: string | null
  name_es: string | null
  zone: string
  rounding: RoundingRule
  energy_decimals: '2' | '4'
  status: 'active' | 'stopped'
}

/** What a policy is called by a reader. */
export function nameOfPolicy({ name, name_en: nameEn, name_es: nameEs }: PolicyRow, language: Language): string {
  return nameIn(policy, { name, nameEn, nameEs }, language)
}

/** A row that the kernel read by our own definition. */
export function versionRow(row: ResourceRow): VersionRow {
  return row as VersionRow // the columns of pricing_version, see the migration
}

export function ratingPolicyOf(row: Pick<PolicyRow, 'rounding' | 'energy_decimals'>): RatingPolicy {
  return { rounding: row.rounding, energyDecimals: row.energy_decimals === '2' ? 2 : 4 }
}
