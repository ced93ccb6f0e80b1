/** Reads a stream of blocks by counts of bytes, whatever the blocks are. Holds one block at a time. */
export class ByteReader {
  readonly #blocks: AsyncIterator<Uint8Array>
  #block: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#blocks = source[Symbol.asyncIterator]()
  }

  /** Up to `most` bytes, at least one; null at the end. */
  async some(most: number): Promise<Buffer | null> {
    while (this.#block.length === 0) {
      const { done, value } = await this.#blocks.next()
      if (done) return null
      this.#block = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const taken = this.#block.subarray(0, most)
    this.#block = this.#block.subarray(taken.length)
    return taken
  }

  /** As many bytes as there are, up to `count`; fewer only at the end. */
  async take(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      const part = await this.some(missing)
      if (part === null) break
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  /** Lets go of the source. */
  async close(): Promise<void> {
    await this.#blocks.return?.()
  }
}
