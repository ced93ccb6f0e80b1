import type { Tx } from '@wattyard/server-kit'

/** What a pile said about itself when it booted. */
export interface BootReport {
  pileId: string
  firmware: string | null
  serial: string | null
}

/**
 * Keeps the firmware that piles report; a serial number only where staff had none. Runs in the
 * transaction of the boot, for many piles at once.
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
