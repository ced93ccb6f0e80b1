import { open } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** How a file may be sent, in the order in which it is preferred, with the end of the name that the build gives it. */
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Types of what a build holds; a source map or a picture of another kind would be added here. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
}

/** Names as the build gives them: no folder, no leading dot, nothing that is encoded. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/

/** A file, ready to be sent. */
export interface SentAsset {
  readonly type: string
  readonly bytes: Buffer
  /** `content-encoding`; null for the file as it is. */
  readonly coding: 'br' | 'gzip' | null
  /** `etag`. A name holds the hash of its content, so that name and coding tell one content from another. */
  readonly tag: string
}

/** Returns whether an `accept-encoding` takes a coding; its weights beside zero are not compared. */
export function takesCoding(accepted: string, coding: string): boolean {
  return accepted.split(',').some(one => {
    const [name = '', ...rules] = one.split(';').map(part => part.trim().toLowerCase())
    return name === coding && !rules.some(rule => /^q=0(\.0*)?$/.test(rule))
  })
}

/** Returns whether an `if-none-match` names a tag, also where a proxy has made it a weak one. */
export function namesTag(known: string, tag: string): boolean {
  return known.split(',').some(one => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

interface ReadFile {
  readonly bytes: Buffer
  readonly writtenAt: number
}

const ABSENT = new Set(['ENOENT', 'EISDIR', 'ENOTDIR'])

/** Returns a file, or null where there is none. @throws Error what else keeps a file from being read */
async function readAsset(file: string): Promise<ReadFile | null> {
  try {
    const handle = await open(file)
    try {
      const { mtimeMs } = await handle.stat()
      return { bytes: await handle.readFile(), writtenAt: mtimeMs }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return null
    throw error
  }
}

/** A file that was written more lately may still be on its way to the disk. */
const SETTLED_MS = 5_000

/**
 * Returns a reader of a folder of built assets, by name and `accept-encoding`; null when there is none. Each file is read once and
 * kept: its name holds the hash of its content, and a whole build is 10 MB. A file that is not there, or has just been written, is
 * read again, so that a build beside a running server is served.
 */
export function assetReader(folder: string): (name: string, accepted: string) => Promise<SentAsset | null> {
  const kept = new Map<string, Buffer>()
  const read = async (name: string): Promise<Buffer | null> => {
    const known = kept.get(name)
    if (known) return known
    const found = await readAsset(join(folder, name))
    if (!found) return null
    if (Date.now() - found.writtenAt > SETTLED_MS) kept.set(name, found.bytes)
    return found.bytes
  }
  return async (name, accepted) => {
    const type = TYPES[extname(name)]
    if (!type || !NAME.test(name)) return null
    for (const [coding, ending] of CODINGS) {
      const bytes = takesCoding(accepted, coding) ? await read(name + ending) : null
      if (bytes) return { type, bytes, coding, tag: `"${name}-${coding}"` }
    }
    const bytes = await read(name)
    return bytes && { type, bytes, coding: null, tag: `"${name}"` }
  }
}
