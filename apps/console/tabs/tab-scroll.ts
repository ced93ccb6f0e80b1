/** Scroll position of one part of a page, in pixels. */
export interface Scrolled {
  readonly top: number
  readonly left: number
}

/** Positions by path of the tab, then by part: `page` itself, or the index among its lists and wide tables. */
export type ScrollMemory = ReadonlyMap<string, ReadonlyMap<string, Scrolled>>

export function noteScroll(memory: ScrollMemory, path: string, part: string, at: Scrolled): ScrollMemory {
  const parts = new Map(memory.get(path))
  if (at.top === 0 && at.left === 0) parts.delete(part)
  else parts.set(part, { top: Math.round(at.top), left: Math.round(at.left) })
  const next = new Map(memory)
  if (parts.size === 0) next.delete(path)
  else next.set(path, parts)
  return next
}

export function forgetScroll(memory: ScrollMemory, isGone: (path: string) => boolean): ScrollMemory {
  return new Map([...memory].filter(([path]) => !isGone(path)))
}

export function writeScroll(memory: ScrollMemory): string {
  return JSON.stringify(
    [...memory].map(([path, parts]) => [path, [...parts].map(([part, at]) => [part, at.top, at.left])]),
  )
}

/** Reads stored positions; invalid entries are ignored. */
export function readScroll(text: string | null): ScrollMemory {
  let memory: ScrollMemory = new Map()
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return memory
    for (const entry of stored) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !Array.isArray(entry[1])) continue
      for (const one of entry[1] as unknown[]) {
        if (!Array.isArray(one)) continue
        const [part, top, left] = one as unknown[]
        if (typeof part === 'string' && isLength(top) && isLength(left))
          memory = noteScroll(memory, entry[0], part, { top, left })
      }
    }
  } catch {
    return new Map()
  }
  return memory
}

const isLength = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0
