/** Bytes that a reader asked for, both ends included. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Reads a `Range` header (RFC 9110). Returns null for the whole file: no header, another unit, several ranges or one that is
 * malformed, all of which a server may answer with everything. `unsatisfiable` when it begins behind the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Number(last)
    return length === 0 ? 'unsatisfiable' : { from: Math.max(0, size - length), to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return null
  return from >= size ? 'unsatisfiable' : { from, to }
}
