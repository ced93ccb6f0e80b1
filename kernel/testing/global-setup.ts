import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@wattyard/server-kit'
import { makeTemplate, type ServerPlace } from './test-database.ts'

/** Databases of a run, its log and its template together stay below this. */
const ROOM_BYTES = 4 * 1024 ** 3

/** Memory where there is enough of it, otherwise the disk: a run makes and drops a thousand databases. */
function fastestFolder(): string {
  try {
    const memory = '/dev/shm'
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > ROOM_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir() // no such folder on this system
  }
}

/**
 * No test can see whether the disk has been told to hurry: a killed process loses nothing without it, only a power
 * failure does. Commits still wait for their log, and locks, plans and rules are the product's own.
 */
const NO_POWER_FAILURE = { fsync: 'off', full_page_writes: 'off' }

/** Starts what the chosen engine needs, once for the whole run: every project of the run asks for it. */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env.WATTYARD_TEST_SERVER) return async () => {}
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
  const folder = mkdtempSync(join(fastestFolder(), 'wattyard-test-'))
  const server = await startEmbeddedPostgres(folder, { settings: NO_POWER_FAILURE })
  const place: ServerPlace = { socket: server.socket }
  await makeTemplate(place)
  process.env.WATTYARD_TEST_SERVER = JSON.stringify(place)
  return async () => {
    delete process.env.WATTYARD_TEST_SERVER
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
