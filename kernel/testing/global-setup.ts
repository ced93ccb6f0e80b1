import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@wattyard/server-kit'
import { makeTemplate, type ServerPlace } from './test-database.ts'

/** Starts what the chosen engine needs, once for the whole run. */
export async function setup(): Promise<() => Promise<void>> {
  const wanted = process.env.WATTYARD_TEST_DATABASE ?? 'pglite'
  if (wanted === 'pglite') return async () => {}
  if (wanted.startsWith('postgres')) {
    const place: ServerPlace = { url: wanted }
    await makeTemplate(place)
    process.env.WATTYARD_TEST_SERVER = JSON.stringify(place)
    return async () => {}
  }
  if (wanted !== 'embedded')
    throw new Error(`WATTYARD_TEST_DATABASE is pglite, embedded or a postgres:// address, not ${wanted}`)
  const folder = mkdtempSync(join(tmpdir(), 'wattyard-test-'))
  const server = await startEmbeddedPostgres(folder)
  const place: ServerPlace = { socket: server.socket }
  await makeTemplate(place)
  process.env.WATTYARD_TEST_SERVER = JSON.stringify(place)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
