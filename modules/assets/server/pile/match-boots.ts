import { audit, newId, platformActor, searchText, textList, type Tx, uuidList, col } from '@wattyard/server-kit'
import { pile, reportedDevice } from '../../contract/index.ts'

/** Names that a pile sent when it booted. */
export interface BootWords {
  tenantId: string
  pileId: string
  vendor: string
  model: string
  firmware: string | null
  /** Epoch ms. */
  at: number
}

const MAX_WORD = 50
/** Actor in the pile's history. */
const MATCHER = 'gateway'

/** Returns a reported name trimmed and cut to its column's length. */
const wordOf = (text: string): string => Array.from(text.trim()).slice(0, MAX_WORD).join('').trim()

/** Part of a query: models whose name and manufacturer match `r(vendor, model)`. */
const FITS = `from assets_model m join assets_manufacturer f on f.tenant_id = m.tenant_id and f.id = m.manufacturer_id
  where m.tenant_id = r.tenant_id
  and (lower(m.reported_as) = lower(r.model) or exists (select 1 from unnest(m.aliases) a where lower(a) = lower(r.model)))
  and (lower(f.reported_as) = lower(r.vendor) or exists (select 1 from unnest(f.aliases) a where lower(a) = lower(r.vendor)))`

/**
 * Matches booting piles to the catalogue: a pile without a model gets the matching one, if there is exactly one. Names without a
 * match are stored, one row per pair. Set-based, in the transaction of the boots.
 */
export async function matchBoots(tx: Tx, boots: readonly BootWords[]): Promise<void> {
  const told = boots
    .map(boot => ({ ...boot, vendor: wordOf(boot.vendor), model: wordOf(boot.model) }))
    .filter(boot => boot.vendor !== '' && boot.model !== '')
  if (told.length === 0) return
  const columns = [
    uuidList(told.map(one => one.tenantId)),
    uuidList(told.map(one => one.pileId)),
    textList(told.map(one => one.vendor)),
    textList(told.map(one => one.model)),
  ]
  const reports = 'unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) as r(tenant_id, pile_id, vendor, model)'
  const matched = await tx.query(
    { id: col.uuid, tenantId: col.uuid, modelId: col.uuid },
    `update assets_pile p set model_id = fit.id, updated_at = now(), version = p.version + 1
     from ${reports} cross join lateral (select min(m.id::text)::uuid as id ${FITS} having count(*) = 1) fit
     where p.tenant_id = r.tenant_id and p.id = r.pile_id and p.model_id is null
     returning p.id, p.tenant_id as "tenantId", p.model_id as "modelId"`,
    columns,
  )
  for (const { id, tenantId, modelId } of matched)
    await audit(tx, platformActor(tenantId, MATCHER), [
      { resource: pile.name, recordId: id, action: 'update', after: { model: modelId } },
    ])
  const unknown = await tx.query(
    { pile_id: col.uuid },
    `select r.pile_id from ${reports} where not exists (select 1 ${FITS})`,
    columns,
  )
  const strange = new Set(unknown.map(row => row.pile_id))
  await keepUnknown(
    tx,
    told.filter(one => strange.has(one.pileId)),
  )
}

async function keepUnknown(tx: Tx, boots: readonly BootWords[]): Promise<void> {
  // One row per pair, in a fixed order, so that two writers do not deadlock.
  const pairs = new Map<string, BootWords & { boots: number }>()
  for (const boot of boots) {
    const key = JSON.stringify([boot.tenantId, boot.vendor, boot.model])
    pairs.set(key, { ...boot, boots: (pairs.get(key)?.boots ?? 0) + 1 })
  }
  for (const [, one] of [...pairs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await tx.execute(
      `insert into assets_reported_device (tenant_id, id, vendor, model, firmware, boots, last_pile_id, last_seen_at, search_text)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (tenant_id, vendor, model) do update set firmware = excluded.firmware, boots = assets_reported_device.boots + excluded.boots,
         last_pile_id = excluded.last_pile_id, last_seen_at = greatest(assets_reported_device.last_seen_at, excluded.last_seen_at)`,
      [
        one.tenantId,
        newId(),
        one.vendor,
        one.model,
        one.firmware?.slice(0, 100) ?? null,
        one.boots,
        one.pileId,
        new Date(one.at),
        searchText(reportedDevice, { vendor: one.vendor, model: one.model }),
      ],
    )
}
