/** Returns texts as UTF-8 bytes. */
export function utf8(lines: Iterable<string>): Uint8Array {
  return Buffer.from([...lines].join(''))
}

/** Yields texts as UTF-8 bytes in pieces of about `size` bytes, as a download gives them. */
export function* inPieces(lines: Iterable<string>, size = 65_536): Generator<Uint8Array> {
  let waiting: string[] = []
  let length = 0
  for (const line of lines) {
    waiting.push(line)
    length += line.length
    if (length * 2 < size) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  if (waiting.length > 0) yield Buffer.from(waiting.join(''))
}

let pairs: ReadonlyMap<string, number> | null = null

/** All characters of two bytes of GBK, by decoding every pair once: the platform decodes GBK and does not encode it. */
function gbkPairs(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail))
      if (text.length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, (lead << 8) | trail)
    }
  return found
}

/** Returns texts as GBK bytes. @throws RangeError for a character GBK does not have */
export function gbk(lines: Iterable<string>): Uint8Array {
  pairs ??= gbkPairs()
  const bytes: number[] = []
  for (const line of lines)
    for (const character of line) {
      const code = character.charCodeAt(0)
      const pair = pairs.get(character)
      if (code < 0x80) bytes.push(code)
      else if (pair === undefined) throw new RangeError(`GBK has no ${JSON.stringify(character)}`)
      else bytes.push(pair >> 8, pair & 0xff)
    }
  return Uint8Array.from(bytes)
}
