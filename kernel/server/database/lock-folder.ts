import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startOf } from './process-start.ts'

/** Thrown when another process serves this data folder already. */
export class DataFolderInUse extends Error {
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `the data folder ${folder} is in use by process ${pid}; stop it first or choose another folder with WATTYARD_DATA`,
    )
    this.name = 'DataFolderInUse'
    this.pid = pid
  }
}

/** A data folder that is ours alone. */
export interface FolderLock {
  file: string
  /** What stands in the file: who holds it and since when that process runs. */
  text: string
  release(): void
}

/**
 * One owner per data folder: a lock file made with O_EXCL and never taken from a living process. What a killed process
 * has left is known by number and beginning of that process.
 *
 * @throws DataFolderInUse when the owner lives
 */
export function lockDataFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'wattyard.lock')
  const text = `${process.pid} ${startOf(process.pid) ?? ''}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
      return { file, text, release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // any other failure is the caller's to see
      const owner = livingOwner(file)
      if (owner !== null) throw new DataFolderInUse(folder, owner)
      rmSync(file, { force: true })
    }
  }
  throw new Error(`could not lock ${folder}`)
}

/** Who holds the lock, if that process still runs. Locks of older releases name the process alone. */
function livingOwner(file: string): number | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null // given back this moment
  }
  const [number, start = ''] = text.trim().split(' ')
  const pid = Number(number)
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null
  const now = startOf(pid)
  return now === null || (start !== '' && now !== '' && now !== start) ? null : pid
}
