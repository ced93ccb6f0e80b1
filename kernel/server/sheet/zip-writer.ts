import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Sizes and places in a zip without its 64-bit extension. */
const MOST_BYTES = 0xff_ff_ff_ff

/**
 * Zip (APPNOTE 6.3): deflated entries whose sizes follow their data, so that nothing has to be known before the last byte.
 *
 * @throws Error when the whole passes 4 GiB, which this form of zip cannot say
 */
export class ZipWriter {
  readonly #write: (chunk: Uint8Array) => Promise<void>
  readonly #entries: Entry[] = []
  #offset = 0

  constructor(write: (chunk: Uint8Array) => Promise<void>) {
    this.#write = write
  }

  async #put(chunk: Uint8Array): Promise<void> {
    this.#offset += chunk.length
    if (this.#offset > MOST_BYTES) throw new Error('a zip of this form ends at 4 GiB')
    await this.#write(chunk)
  }

  async add(fileName: string, texts: AsyncIterable<string>): Promise<void> {
    const entry: Entry = { name: Buffer.from(fileName), crc: 0, packed: 0, size: 0, offset: this.#offset }
    await this.#put(localHeader(entry.name))
    const deflate = createDeflateRaw({ level: 3 })
    const pump = (async () => {
      for await (const chunk of deflate as AsyncIterable<Buffer>) {
        entry.packed += chunk.length
        await this.#put(chunk)
      }
    })()
    // Whoever waits for it hears of a failure; until then it must not end the process.
    pump.catch(() => {})
    for await (const text of texts) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      // Where what is written cannot be put away, nothing drains any more: the pump says why.
      if (!deflate.write(bytes)) await Promise.race([once(deflate, 'drain'), pump])
    }
    deflate.end()
    await pump
    if (entry.size > MOST_BYTES) throw new Error(`${fileName} passes 4 GiB`)
    await this.#put(numbers([0x08074b50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]))
    this.#entries.push(entry)
  }

  async finish(): Promise<void> {
    const start = this.#offset
    for (const entry of this.#entries) await this.#put(centralHeader(entry))
    const size = this.#offset - start
    const count = this.#entries.length
    await this.#put(numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [size, 4], [start, 4], [0, 2]))
  }
}

function numbers(...parts: [number, 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of parts)
    at = width === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at)
  return buffer
}

/** Flags: sizes follow the data (bit 3), names are UTF-8 (bit 11); method 8 is deflate. 0x21 is 1980-01-01. */
const COMMON: [number, 2][] = [
  [20, 2],
  [0x0808, 2],
  [8, 2],
  [0, 2],
  [0x21, 2],
]

function localHeader(name: Buffer): Buffer {
  return Buffer.concat([numbers([0x04034b50, 4], ...COMMON, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]), name])
}

function centralHeader(entry: Entry): Buffer {
  const fixed = numbers(
    [0x02014b50, 4],
    [20, 2],
    ...COMMON,
    [entry.crc, 4],
    [entry.packed, 4],
    [entry.size, 4],
    [entry.name.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [entry.offset, 4],
  )
  return Buffer.concat([fixed, entry.name])
}
