import { type FileEncoding, isWide, wideMarkOf } from './encoding.ts'

/** Turns UTF-16 into UTF-8 as it comes; bytes of other encodings stay as they are. */
export interface WideText {
  push(bytes: Uint8Array): Uint8Array
  end(): Uint8Array
  /** UTF-16 that a byte order mark told where another encoding was expected; null for none. */
  told(): FileEncoding | null
}

const NOTHING = new Uint8Array(0)

/** Makes a converter. A byte order mark is believed whatever was expected. */
export function createWideText(expected: FileEncoding): WideText {
  let first: Uint8Array | null = NOTHING
  let decoder: InstanceType<typeof TextDecoder> | null = null
  let told: FileEncoding | null = null

  function begin(bytes: Uint8Array): Uint8Array {
    first = null
    const mark = wideMarkOf(bytes)
    const wide = mark ?? (isWide(expected) ? expected : null)
    if (mark !== expected) told = mark
    if (wide !== null) decoder = new TextDecoder(wide)
    return convert(bytes)
  }

  const convert = (bytes: Uint8Array): Uint8Array =>
    decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }))

  return {
    push(bytes) {
      if (first === null) return convert(bytes)
      first = Buffer.concat([first, bytes])
      return first.length < 2 ? NOTHING : begin(first)
    },
    end() {
      const rest = first === null ? NOTHING : begin(first)
      return decoder === null ? rest : Buffer.concat([rest, Buffer.from(decoder.decode())])
    },
    told: () => told,
  }
}
