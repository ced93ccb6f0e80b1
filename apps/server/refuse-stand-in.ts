import { productionTenant } from '@wattyard/identity/server'
import type { Database } from '@wattyard/server-kit'

/** Thrown when a stand-in would speak for a payment channel of a real company. */
export class StandInRefused extends Error {
  constructor(company: string) {
    super(
      `WATTYARD_WECHAT_PAY_STAND_IN is for trying payments, and this data belongs to ${company}, which was made for production: ` +
        'its payments would be credited without money. Start without WATTYARD_WECHAT_PAY_STAND_IN, or try payments on a data folder of their own (WATTYARD_DATA)',
    )
    this.name = 'StandInRefused'
  }
}

/**
 * Checks that a stand-in of WeChat Pay meets no data of a real company. The profile that a start names says nothing of that: it may be
 * another one than the profile of the day when the data was made.
 * @param standIn its address; null for none
 * @throws StandInRefused
 */
export async function mustBeForTrying(db: Database, standIn: string | null): Promise<void> {
  if (standIn === null) return
  const company = await db.platform(productionTenant, { readOnly: true })
  if (company !== null) throw new StandInRefused(company)
}
