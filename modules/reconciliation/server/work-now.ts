import { outsideTransaction } from '@wattyard/server-kit'
import { compareDue } from './compare/compare-days.ts'
import { readFiles } from './files/read-files.ts'
import type { ReconciliationWorld } from './world.ts'

/** Reads what was received and compares what is due, at once. The beat does it again: nobody waits for this attempt. */
export function workNow(world: ReconciliationWorld): void {
  const { db } = world
  if (db !== null) outsideTransaction(() => void workOn(world, db).catch(() => {}))
}

/** Reads what was received, then compares what is due. */
export async function workOn(
  world: ReconciliationWorld,
  db: NonNullable<ReconciliationWorld['db']>,
  signal?: AbortSignal,
): Promise<void> {
  // A file that cannot be read holds up nobody's comparison.
  const read = await readFiles(db, world, signal).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await compareDue(db, world, signal)
  if (read) throw read.error
}
