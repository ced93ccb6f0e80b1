import { createHash } from 'node:crypto'

/** Counts rows and bytes of a table in COPY's text form and hashes them, block by block. */
export class RowHash {
  rows = 0
  bytes = 0
  readonly #hash = createHash('sha256')

  /** In this form a line break is always the end of a row: those inside values are escaped. */
  add(block: Uint8Array): void {
    this.#hash.update(block)
    this.bytes += block.length
    for (let at = block.indexOf(10); at !== -1; at = block.indexOf(10, at + 1)) this.rows++
  }

  digest(): { rows: number; bytes: number; sha256: string } {
    return { rows: this.rows, bytes: this.bytes, sha256: this.#hash.digest('hex') }
  }
}
