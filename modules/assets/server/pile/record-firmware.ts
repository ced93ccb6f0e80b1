import type { Tx } from '@wattyard/server-kit'

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
    [
      reports.map(one => one.pileId),
      reports.map(one => one.firmware?.slice(0, 100) ?? null),
      reports.map(one => one.serial?.slice(0, 50) ?? null),
    ],
  )
}
