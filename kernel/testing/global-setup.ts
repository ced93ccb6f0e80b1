import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@wattyard/server-kit'
import { copyPreparedCluster, NO_POWER_FAILURE } from './prepared-cluster.ts'
import { scratchFolder } from './scratch-folder.ts'
import { makeTemplate, type ServerPlace, touchTemplate } from './test-database.ts'

/** Starts the server of the whole run, once: every project of the run asks for it. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.WATTYARD_TEST_SERVER) return async () => {}
  const wanted = process.env.WATTYARD_TEST_DATABASE ?? 'embedded'
  if (wanted.startsWith('postgres')) {
    const place: ServerPlace = { url: wanted }
    await makeTemplate(place)
    process.env.WATTYARD_TEST_SERVER = JSON.stringify(place)
    return async () => {}
  }
  if (wanted !== 'embedded')
    throw new Error(`WATTYARD_TEST_DATABASE is embedded or a postgres:// address, not ${wanted}`)
  const folder = scratchFolder('wattyard-test-')
  await copyPreparedCluster(join(folder, 'postgres'))
  const server = await startEmbeddedPostgres(folder, { settings: NO_POWER_FAILURE })
  const place: ServerPlace = { socket: server.socket }
  await touchTemplate(place)
  process.env.WATTYARD_TEST_SERVER = JSON.stringify(place)
  return async () => {
    delete process.env.WATTYARD_TEST_SERVER
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
