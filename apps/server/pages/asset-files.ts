import { readFile } from 'node:fs/promises'
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

async function bytesOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch {
    return null // there is none, or it is a folder
  }
}

/**
 * Returns a reader of a folder of built assets, by name and `accept-encoding`; null when there is none. Each file is read once and
 * kept: its name holds the hash of its content, and a whole build is 10 MB. A file that is not there is looked for again, so that
 * a build beside a running server is served.
 */
export function assetReader(folder: string): (name: string, accepted: string) => Promise<SentAsset | null> {
  const kept = new Map<string, Promise<Buffer | null>>()
  const read = async (name: string): Promise<Buffer | null> => {
    const known = kept.get(name)
    if (known) return known
    const reading = bytesOf(join(folder, name))
    kept.set(name, reading)
    const bytes = await reading
    if (!bytes) kept.delete(name)
    return bytes
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
