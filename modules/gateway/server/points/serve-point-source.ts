import { modelsByIds } from '@wattyard/assets/server'
import {
  type CommandHandler,
  invalid,
  type SaveChange,
  serveResource,
  type ServedResource,
  valueAfter,
} from '@wattyard/server-kit'
import { pointSource, isHost } from '../../contract/point-source.ts'
import { newestMaps } from './map-rows.ts'
import { SOURCE_STATE } from './source-state.ts'

function checkAddresses({ input }: SaveChange<typeof pointSource>): void {
  const { host, meterAddress } = input
  if (typeof host === 'string' && !isHost(host)) throw invalid({ host: { key: 'gateway.error.notAHost' } })
  if (typeof meterAddress === 'string' && !/^\d{12}$/.test(meterAddress))
    throw invalid({ meterAddress: { key: 'gateway.error.notAMeterAddress' } })
}

/** `takeMap`: the newest published map of each source's model. */
const takeMap: CommandHandler<typeof pointSource, 'takeMap'> = async ({ tx }, rows) => {
  const newest = await newestMaps(tx, [...new Set(rows.map(row => row.model_id))])
  let taken = 0
  for (const row of rows) {
    const map = newest.get(row.model_id)
    if (!map || map === row.map_id) continue
    // What was learnt about gaps applies to the old map only.
    taken += await tx.execute(
      `update gateway_point_source set map_id = $3, avoids_gaps = false, latest = '{}', next_at = now(), version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tx.tenantId, row.id, map],
    )
  }
  return { taken }
}

export function servePointSource(): ServedResource {
  return serveResource(pointSource, {
    inner: SOURCE_STATE,
    commands: { takeMap },
    async beforeSave({ tx }, change) {
      checkAddresses(change)
      const { input, before, mode } = change
      const modelId = input.model ?? before?.model_id ?? ''
      const found = (await modelsByIds(tx, [modelId])).get(modelId)
      if (!found) throw invalid({ model: { key: 'kernel.field.noSuchRecord' } })
      const address = valueAfter(pointSource, change, 'meterAddress')
      if (found.protocol === 'dlt645' && !address) throw invalid({ meterAddress: { key: 'kernel.field.required' } })
      const isMoved =
        mode === 'create' ||
        (['model', 'host', 'port', 'unit', 'meterAddress', 'state'] as const).some(key => input[key] !== undefined)
      if (!isMoved) return {}
      const isOther = mode === 'create' || before?.model_id !== modelId
      return {
        // Read at once: whoever entered or changed it wants to see whether it answers.
        next_at: new Date(),
        failures: 0,
        ...(isOther
          ? { map_id: (await newestMaps(tx, [modelId])).get(modelId) ?? null, avoids_gaps: false, latest: '{}' }
          : {}),
      }
    },
  })
}
