import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
 * Returns a new folder for what a test throws away, in memory where there is room. Programs still ask for each flush; that
 * it costs nothing there is the point, and no test can tell: only a power failure could.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(fastestFolder(), prefix))
}
