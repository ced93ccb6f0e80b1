import { invalid, serveResource, type ServedResource, valueAfter, col } from '@wattyard/server-kit'
import { manufacturer } from '../../contract/index.ts'
import { stateCommands } from './serve-catalogue-state.ts'

const COUNTRY = /^[A-Z]{2}$/

/**
 * Serves manufacturers. A vendor name reported by devices belongs to one manufacturer, ignoring case, so that a boot can be
 * matched without a person.
 */
export function serveManufacturer(): ServedResource {
  return serveResource(manufacturer, {
    ...stateCommands('assets_manufacturer'),
    async beforeSave({ tx }, change) {
      const { id, input } = change
      const { country } = input
      if (typeof country === 'string' && !COUNTRY.test(country))
        throw invalid({ country: { key: 'assets.error.notACountry' } })
      const reportedAs = valueAfter(manufacturer, change, 'reportedAs')
      const own = {
        reportedAs: reportedAs ? [reportedAs] : [],
        aliases: valueAfter(manufacturer, change, 'aliases') ?? [],
      }
      for (const [key, list] of Object.entries(own)) {
        if (list.length === 0) continue
        const [other] = await tx.query(
          { name: col.text },
          `select name from assets_manufacturer where tenant_id = $1 and id <> $2
           and (lower(reported_as) = any($3::text[]) or exists (select 1 from unnest(aliases) a where lower(a) = any($3::text[]))) limit 1`,
          [tx.tenantId, id, list.map(word => word.toLowerCase())],
        )
        if (other) throw invalid({ [key]: { key: 'assets.error.vendorTaken', params: { name: other.name } } })
      }
    },
  })
}
