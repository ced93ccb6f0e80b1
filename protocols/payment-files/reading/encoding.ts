export const ENCODINGS = ['utf-8', 'gb18030', 'windows-1252', 'iso-8859-15'] as const
/** `gb18030` is GBK and more: what banks and Alipay call GBK is read by it. */
export type Encoding = (typeof ENCODINGS)[number]

/** Encodings in which a described file may be; the lines of UTF-16 are cut once it is UTF-8. */
export const FILE_ENCODINGS = [...ENCODINGS, 'utf-16le', 'utf-16be'] as const
export type FileEncoding = (typeof FILE_ENCODINGS)[number]

/** Returns which UTF-16 a byte order mark tells; null for none. */
export function wideMarkOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

export const isWide = (encoding: FileEncoding): encoding is 'utf-16le' | 'utf-16be' => encoding.startsWith('utf-16')

/** Bytes from which the encoding is judged. */
export const PROBE_BYTES = 4_096

/** First bytes of characters with three or four bytes in UTF-8 begin here. */
const THREE_BYTE_LEAD = 0xe0

export interface EncodingVerdict {
  /** Null: none of those known can read it, as UTF-16. */
  readonly encoding: Encoding | null
  /** Bytes of a byte order mark to leave out. */
  readonly skip: number
  /** Name of what was found where it is not what was expected. */
  readonly other: string | null
}

/**
 * Judges the first bytes of a file. What was expected is kept wherever the bytes allow it; UTF-8 and GBK are told apart because
 * Chinese text of one is almost never valid in the other.
 * @param probe the first `PROBE_BYTES` bytes, or all of a shorter file
 */
export function judgeEncoding(probe: Uint8Array, expected: Encoding): EncodingVerdict {
  const mark = markOf(probe)
  if (mark === 'utf-16') return { encoding: null, skip: 0, other: 'utf-16' }
  const skip = mark === 'utf-8' ? 3 : 0
  if (skip > 0) return { encoding: 'utf-8', skip, other: expected === 'utf-8' ? null : 'utf-8' }
  if (!probe.some(byte => byte > 0x7f)) return { encoding: expected, skip, other: null }
  const isUtf8 = reads(probe, 'utf-8')
  if (expected === 'utf-8') {
    if (isUtf8 || !reads(probe, 'gb18030')) return { encoding: 'utf-8', skip, other: null }
    return { encoding: 'gb18030', skip, other: 'gb18030' }
  }
  // Chinese characters have three bytes in UTF-8. Two-byte characters alone may be GBK: 壹 is D2 BC, which is valid UTF-8 too.
  const isAmbiguous = expected === 'gb18030' && !probe.some(byte => byte >= THREE_BYTE_LEAD)
  return isUtf8 && !isAmbiguous
    ? { encoding: 'utf-8', skip, other: 'utf-8' }
    : { encoding: expected, skip, other: null }
}

function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16' | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  return wideMarkOf(bytes) === null ? null : 'utf-16'
}

/** Returns whether the bytes are valid in an encoding; a character cut off by their end does not count. */
export function reads(bytes: Uint8Array, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Returns a function that decodes whole lines; bytes that are no character become U+FFFD. */
export function createDecoder(encoding: Encoding): (bytes: Uint8Array) => string {
  // Twice as fast as TextDecoder, with the same replacement of bad bytes.
  if (encoding === 'utf-8')
    return bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  return bytes => decoder.decode(bytes)
}

/** Returns how a text looks when its UTF-8 bytes are taken for GBK and saved: `交易` becomes `浜ゆ槗`. */
export function misread(text: string): string {
  return new TextDecoder('gb18030').decode(Buffer.from(text))
}
