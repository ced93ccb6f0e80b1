import {
  FLEETING,
  lockDataFolder,
  type Pool,
  postgresPool,
  removeCluster,
  startEmbeddedPostgres,
} from '@wattyard/server-kit'

/** Connections of a scratch database; its users read one thing after the other. */
const SCRATCH_POOL = 2

/** Runs work on an empty database server of its own, which is removed afterwards with its content. One at a time per folder. */
export async function withScratch<T>(folder: string, run: (pool: Pool) => Promise<T>): Promise<T> {
  const lock = lockDataFolder(`${folder}-lock`)
  try {
    await removeCluster(folder)
    const server = await startEmbeddedPostgres(folder, { settings: FLEETING })
    const pool = postgresPool({ socket: server.socket, size: SCRATCH_POOL })
    try {
      return await run(pool)
    } finally {
      await pool.close()
      await server.stop()
      await removeCluster(folder)
    }
  } finally {
    lock.release()
  }
}
