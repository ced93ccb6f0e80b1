import { randomBytes } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BackupFault, isAlive, MIN_PASSPHRASE } from '@wattyard/server-kit'

/** `wattyard-20261122-021000-3f9ac1.tar.zst`, with `.sealed` behind it when it is encrypted. UTC. */
const NAME = /^wattyard-\d{8}-\d{6}-[0-9a-f]{6}\.tar\.zst(?:\.sealed)?$/

/** The same while it is being written, with the process that writes it. */
const DRAFT = /^(.+)\.(\d+)\.part$/

export function backupName(at: number, isSealed: boolean): string {
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `wattyard-${day}-${time}-${randomBytes(3).toString('hex')}.tar.zst${isSealed ? '.sealed' : ''}`
}

/**
 * The path of a backup that is known by name and folder, if it is one of ours in one of our folders: what stands in the
 * database must not be able to name any other file.
 */
export function pathOf(folders: readonly string[], { file, folder }: { file: string; folder: string }): string | null {
  return NAME.test(file) && folders.includes(folder) ? join(folder, file) : null
}

/** Reads a passphrase from its file: the first line. @throws BackupFault when it is too short to protect anything */
export function readPassphrase(file: string): string {
  const passphrase = readFileSync(file, 'utf8').split(/\r?\n/, 1)[0]?.trim() ?? ''
  if (passphrase.length < MIN_PASSPHRASE)
    throw new BackupFault('needsPassphrase', `the passphrase in ${file} is shorter than ${MIN_PASSPHRASE} characters`)
  return passphrase
}

/** Free bytes where a file would be written, also in a folder that the first file will make; null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const disk = statfsSync(folder)
    return disk.bavail * disk.bsize
  } catch {
    const above = dirname(folder)
    return above === folder || existsSync(folder) ? null : freeBytes(above)
  }
}

/** What stays free in any case: the database beside it must be able to go on writing. */
export const SPACE_RESERVE_BYTES = 256 * 1024 * 1024

/** @throws BackupFault `noSpace` when a file of this size would leave the disk too full */
export function mustHaveSpace(folder: string, bytes: number): void {
  const free = freeBytes(folder)
  if (free !== null && free < bytes + SPACE_RESERVE_BYTES)
    throw new BackupFault(
      'noSpace',
      `${folder} has ${mib(free)} MiB free; ${mib(bytes)} MiB are needed and ${mib(SPACE_RESERVE_BYTES)} MiB have to stay`,
    )
}

const mib = (bytes: number): string => Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')

/**
 * Writes a file whole or not at all: under another name, flushed to the disk, then renamed. What breaks off leaves nothing.
 *
 * @throws BackupFault `noSpace` when the disk is full
 */
export async function writeWhole<T>(
  path: string,
  write: (sink: Writable) => Promise<T>,
): Promise<T & { bytes: number }> {
  const target = resolve(path)
  if (existsSync(target)) throw new Error(`${target} exists already`)
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  sweep(dirname(target))
  const draft = `${target}.${process.pid}.part`
  const sink = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  // Whoever writes hears of it; an error after they have given up is nobody's.
  sink.on('error', () => undefined)
  try {
    const result = await write(sink)
    flush(draft)
    renameSync(draft, target)
    flush(dirname(target))
    return { ...result, bytes: statSync(target).size }
  } catch (error) {
    await closed(sink)
    rmSync(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      // any other error is the caller's
      throw new BackupFault('noSpace', `${dirname(target)} is full; nothing was kept`, { cause: error })
    throw error
  }
}

/** A file that is still being opened would be there again after it was removed. */
async function closed(sink: Writable): Promise<void> {
  if (sink.closed) return
  await new Promise<void>(done => {
    sink.once('close', done)
    sink.destroy()
  })
}

/** What a process left behind that was killed while it wrote a backup. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, file = '', pid] = DRAFT.exec(name) ?? []
    if (pid !== undefined && NAME.test(file) && !isAlive(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Opens a file for reading. @throws Error when it is not there */
export function openFile(path: string, signal?: AbortSignal): { bytes: Readable; size: number } {
  const { size } = statSync(path)
  return { bytes: createReadStream(path, { highWaterMark: 1024 * 1024, ...(signal ? { signal } : {}) }), size }
}
