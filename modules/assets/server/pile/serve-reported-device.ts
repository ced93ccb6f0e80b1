import {
  actorOf,
  audit,
  type CommandHandler,
  Refusal,
  rowInScope,
  serveResource,
  type ServedResource,
  col,
} from '@wattyard/server-kit'
import { manufacturer, model, pile, reportedDevice } from '../../contract/index.ts'
import type { AssetsPorts } from '../ports.ts'

/** SQL that adds a name to the aliases of a row, or sets it as the first name when there is none. */
const LEARN = (word: string) => `reported_as = coalesce(reported_as, ${word}),
  aliases = case when reported_as is null or lower(reported_as) = lower(${word})
    or exists (select 1 from unnest(aliases) a where lower(a) = lower(${word})) then aliases else coalesce(aliases, '{}') || ${word} end,
  version = version + 1, updated_at = now()`

/**
 * Handles `bind`: adds the names to the model and its manufacturer, and assigns the model to piles that reported them and have
 * none.
 */
function bind(ports: AssetsPorts): CommandHandler<typeof reportedDevice, 'bind'> {
  return async (call, rows, input) => {
    const [row] = rows
    if (!row) throw new Error('the command is on one record')
    const { tx, caller } = call
    const target = await rowInScope(tx, caller, model, input.model)
    const makerId = target.manufacturer_id
    const { vendor, model: word } = row
    const [other] = await tx.query(
      { name: col.text },
      `select name from assets_manufacturer where tenant_id = $1 and id <> $2
       and (lower(reported_as) = lower($3) or exists (select 1 from unnest(aliases) a where lower(a) = lower($3))) limit 1`,
      [tx.tenantId, makerId, vendor],
    )
    if (other) throw new Refusal('assets.vendorOfOther', { params: { vendor, name: other.name } })
    await tx.execute(`update assets_manufacturer set ${LEARN('$3::text')} where tenant_id = $1 and id = $2`, [
      tx.tenantId,
      makerId,
      vendor,
    ])
    await tx.execute(`update assets_model set ${LEARN('$3::text')} where tenant_id = $1 and id = $2`, [
      tx.tenantId,
      target.id,
      word,
    ])
    const reporting = (await ports.pilesReporting?.(tx, vendor, word)) ?? []
    const piles = await tx.query(
      { id: col.uuid },
      // Locked in the order in which every writer of several piles locks them.
      `with bare as (select id from assets_pile where tenant_id = $1 and id = any($2::uuid[]) and model_id is null
         order by id for no key update)
       update assets_pile p set model_id = $3, version = version + 1, updated_at = now()
       from bare where p.tenant_id = $1 and p.id = bare.id returning p.id`,
      [tx.tenantId, reporting, target.id],
    )
    await tx.execute('delete from assets_reported_device where tenant_id = $1 and id = $2', [tx.tenantId, row.id])
    await audit(tx, actorOf(call), [
      { resource: manufacturer.name, recordId: makerId, action: 'update', after: { vendor } },
      { resource: model.name, recordId: target.id, action: 'update', after: { reportedAs: word } },
      ...piles.map(one => ({
        resource: pile.name,
        recordId: one.id,
        action: 'update',
        after: { model: target.id },
      })),
    ])
    return { piles: piles.length }
  }
}

const dismiss: CommandHandler<typeof reportedDevice, 'dismiss'> = async ({ tx }, rows) => {
  await tx.execute('delete from assets_reported_device where tenant_id = $1 and id = any($2::uuid[])', [
    tx.tenantId,
    rows.map(row => row.id),
  ])
  return { dismissed: rows.length }
}

export function serveReportedDevice(ports: AssetsPorts): ServedResource {
  return serveResource(reportedDevice, { commands: { bind: bind(ports), dismiss } })
}
