import { type Pool, pglitePool } from '@wattyard/server-kit'
import { pgliteTemplate } from '@wattyard/testing'

/** A migrated database in memory; the runs of one worker share it, each in a tenant of its own. */
export async function simulationPool(): Promise<Pool> {
  return pglitePool({ load: await pgliteTemplate() })
}
