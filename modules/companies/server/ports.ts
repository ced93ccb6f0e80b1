import type { Tx } from '@wattyard/server-kit'

/** What modules below tell companies, which knows none of them. */
export interface CompaniesPorts {
  /** Returns which of these companies records of other modules name: they cannot be deleted. */
  companiesInUse(tx: Tx, tenantId: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** Clock of the licence reminders, epoch ms. */
  now(): number
}
