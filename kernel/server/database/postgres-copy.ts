import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** Rows arrive one by one; they are handed on in blocks of this size, so that nobody works row by row. */
export const COPY_BLOCK_BYTES = 1024 * 1024
/** Memory taken at first: most tables have few rows, and a backup reads every table. A power of two of it is a block. */
const FIRST_BYTES = 16 * 1024
/** Blocks that may wait for a slow reader before the server is made to wait. */
const MAX_WAITING = 4

/** What the driver's connection offers to a query of one's own; its published types leave these out. */
interface Wire {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Uint8Array): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** One statement in the driver's queue that answers by COPY instead of rows. */
class CopyQuery {
  readonly ended: Promise<number>
  wire: Wire | null = null
  #end: (rows: number) => void = () => {}
  #fail: (error: Error) => void = () => {}
  #rows = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve
      this.#fail = reject
    })
    // Whoever reads or writes learns of it there; nobody else has to listen.
    this.ended.catch(() => {})
  }

  submit(wire: Wire): null {
    this.wire = wire
    wire.query(this.#text)
    return null
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#end(this.#rows)
  }

  handleError(error: Error): void {
    this.#fail(error)
  }
}

class CopyOutQuery extends CopyQuery {
  #block: Buffer = Buffer.alloc(0)
  #at = 0
  #isLong = false
  readonly #waiting: Buffer[] = []
  #wake: () => void = () => {}

  /** The driver reuses the memory of what it hands over, so every row is copied once. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let from = 0
    while (from < chunk.length) {
      if (this.#at === this.#block.length) this.#makeRoom()
      const copied = chunk.copy(this.#block, this.#at, from)
      from += copied
      this.#at += copied
      if (this.#at === COPY_BLOCK_BYTES) this.#handOn()
    }
  }

  override handleReadyForQuery(): void {
    if (this.#at > 0) this.#handOn()
    super.handleReadyForQuery()
  }

  #makeRoom(): void {
    const larger = Buffer.allocUnsafe(this.#isLong ? COPY_BLOCK_BYTES : Math.max(this.#at * 2, FIRST_BYTES))
    this.#block.copy(larger)
    this.#block = larger
  }

  #handOn(): void {
    this.#waiting.push(this.#block.subarray(0, this.#at))
    this.#block = Buffer.alloc(0)
    this.#at = 0
    this.#isLong = true
    if (this.#waiting.length >= MAX_WAITING) this.wire?.stream.pause()
    this.#wake()
  }

  async *blocks(): AsyncGenerator<Buffer> {
    let isOver = false
    const over = this.ended.finally(() => {
      isOver = true
      this.#wake()
    })
    over.catch(() => {})
    try {
      while (true) {
        const block = this.#waiting.shift()
        if (block) {
          if (this.#waiting.length < MAX_WAITING) this.wire?.stream.resume()
          yield block
        } else if (isOver) break
        else
          await new Promise<void>(resolve => {
            this.#wake = resolve
          })
      }
      await over
    } finally {
      // Whoever stops reading half-way cannot use the connection again: the rest of the rows is on its way.
      if (!isOver) this.wire?.stream.destroy()
    }
  }
}

class CopyInQuery extends CopyQuery {
  readonly opened: Promise<void>
  #open: () => void = () => {}

  constructor(text: string) {
    super(text)
    this.opened = new Promise(resolve => {
      this.#open = resolve
    })
  }

  handleCopyInResponse(): void {
    this.#open()
  }
}

type Client = Pick<pg.Client, 'query'>

// The driver asks a query of one's own for `submit` and the handlers of the messages it may get.
const enqueue = (client: Client, query: CopyQuery): void => void client.query(query as unknown as pg.Submittable)

/** Bytes of `copy … to stdout`; the server waits when nobody reads. */
export async function* copyOut(client: Client, text: string): AsyncGenerator<Buffer> {
  const query = new CopyOutQuery(text)
  enqueue(client, query)
  yield* query.blocks()
}

/**
 * Sends blocks to `copy … from stdin`.
 *
 * @returns rows stored
 * @throws what the server or the source of the blocks says; then nothing of it is stored
 */
export async function copyIn(client: Client, text: string, blocks: AsyncIterable<Uint8Array>): Promise<number> {
  const query = new CopyInQuery(text)
  enqueue(client, query)
  await Promise.race([query.opened, query.ended])
  const { wire } = query
  if (!wire) throw new Error('the driver did not send the statement')
  let hasFailed = false
  query.ended.catch(() => {
    hasFailed = true
  })
  try {
    for await (const block of blocks) {
      if (hasFailed) break
      wire.sendCopyFromChunk(block)
      if (wire.stream.writableNeedDrain) await Promise.race([once(wire.stream, 'drain'), query.ended])
    }
  } catch (error) {
    if (!hasFailed) wire.sendCopyFail('the source of the rows failed')
    await query.ended.catch(() => {})
    throw error
  }
  if (!hasFailed) wire.endCopyFrom()
  return query.ended
}
