/** Returns the names of a path's `:name` parts, in order: `/pubapi/pay/:channel` has `channel`. */
export function pathNames(path: string): string[] {
  return path.split('/').flatMap(part => (part.startsWith(':') ? [part.slice(1)] : []))
}

/** A path without names, and the input that is not in it. */
export interface FilledPath<V> {
  readonly path: string
  readonly rest: Readonly<Record<string, V>>
}

/** Values that no address can hold: a part of nothing, and the two that a browser takes for folders, however they are written. */
const NO_PART = /^\.{0,2}$/

/**
 * Returns the path of one call: each `:name` part is replaced by the value of that name, which then leaves the input, because the
 * server refuses what an address says a second time.
 * @throws RangeError when a value is missing or cannot be part of an address
 */
export function fillPath<V>(path: string, input: Readonly<Record<string, V>>): FilledPath<V> {
  const names = pathNames(path)
  if (names.length === 0) return { path, rest: input }
  const parts = path.split('/').map(part => {
    if (!part.startsWith(':')) return part
    const value = input[part.slice(1)]
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    if (NO_PART.test(text)) throw new RangeError(`${path} has no address for this ${part.slice(1)}`)
    return encodeURIComponent(text.toWellFormed())
  })
  return {
    path: parts.join('/'),
    rest: Object.fromEntries(Object.entries(input).filter(([key]) => !names.includes(key))),
  }
}
