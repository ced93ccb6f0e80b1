import { textList, type Tx, uuidList } from '@wattyard/server-kit'

/** Data that a pile reported at boot. */
export interface BootReport {
  pileId: string
  firmware: string | null
  serial: string | null
}

/**
 * Stores the reported firmware, and the serial number where none was entered. Runs in the transaction of the boot for many piles
 * at once.
 */
export async function recordFirmware(tx: Tx, reports: readonly BootReport[]): Promise<void> {
  if (reports.length === 0) return
  await tx.execute(
    `update assets_pile p set firmware = coalesce(r.firmware, p.firmware), serial = coalesce(p.serial, r.serial), updated_at = now()
     from unnest($1::uuid[], $2::text[], $3::text[]) as r(id, firmware, serial)
     where p.id = r.id and (p.firmware is distinct from coalesce(r.firmware, p.firmware) or (p.serial is null and r.serial is not null))`,
    columnsOf(reports),
  )
}

/**
 * Locks those of these booting piles whose record may change, in the order in which the live status locks piles, before `recordFirmware` and
 * `matchBoots`. Each of the two changes several piles in no certain order: beside a writer of live statuses over the same piles
 * the database would end one of them.
 */
export async function lockBootingPiles(tx: Tx, reports: readonly BootReport[]): Promise<void> {
  if (reports.length === 0) return
  await tx.execute(
    `select from assets_pile p where id = any($1::uuid[]) and (model_id is null or exists (
       select from unnest($1::uuid[], $2::text[], $3::text[]) as r(id, firmware, serial) where r.id = p.id
       and (p.firmware is distinct from coalesce(r.firmware, p.firmware) or (p.serial is null and r.serial is not null))))
     order by id for no key update`,
    columnsOf(reports),
  )
}

/** Reports as three lists, with texts cut to their columns' lengths. */
function columnsOf(reports: readonly BootReport[]) {
  return [
    uuidList(reports.map(one => one.pileId)),
    textList(reports.map(one => one.firmware?.slice(0, 100) ?? null)),
    textList(reports.map(one => one.serial?.slice(0, 50) ?? null)),
  ]
}
