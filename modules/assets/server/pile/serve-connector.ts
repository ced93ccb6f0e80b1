import { toColumns } from '@wattyard/resource/schema'
import { searchText, serveResource, type ServedResource } from '@wattyard/server-kit'
import { connector, connectorLabel } from '../../contract/index.ts'
import type { AssetsPorts } from '../ports.ts'
import { pilesByIds } from '../read-assets.ts'

export function serveConnector(ports: AssetsPorts): ServedResource {
  return serveResource(connector, {
    /** Adds the connector's label, for screens that also show the pile. */
    async decorate(tx, _caller, records) {
      const piles = await pilesByIds(tx, [...new Set(records.map(record => record.pile))])
      for (const record of records) {
        const pile = piles.get(record.pile)
        if (pile) record.name = connectorLabel(record.number, pile)
      }
    },
    commands: {
      async change({ tx, caller }, [row], input) {
        if (!row) throw new Error('a command on one record has its row')
        const columns = toColumns(connector, input)
        const search = searchText(connector, { ...row, ...columns })
        await tx.execute(
          `update assets_connector set kind = $3, max_power_w = $4, bay = $5, qr_text = $6, status = $7, search_text = $8,
             version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
          [
            tx.tenantId,
            row.id,
            columns.kind,
            columns.max_power_w,
            columns.bay,
            columns.qr_text,
            columns.status,
            search,
          ],
        )
        tx.afterCommit(() =>
          ports.live?.publish({
            tenantId: caller.tenantId,
            topic: connector.name,
            stationId: row.station_id,
            data: { id: row.id },
          }),
        )
        return { id: row.id }
      },
    },
  })
}
