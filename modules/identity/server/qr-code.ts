/*
 * QR codes (ISO/IEC 18004): bytes, error correction M, versions 1 to 10. That is 213 bytes, more than an address of ours
 * or of a messaging app needs.
 */

interface Version {
  /** Data codewords in all blocks. */
  data: number
  /** Error correction codewords of each block. */
  correction: number
  blocks: number
  /** Centres of the alignment patterns. */
  centres: readonly number[]
}

/** Correction level M, by version. */
const VERSIONS: readonly Version[] = [
  { data: 16, correction: 10, blocks: 1, centres: [] },
  { data: 28, correction: 16, blocks: 1, centres: [6, 18] },
  { data: 44, correction: 26, blocks: 1, centres: [6, 22] },
  { data: 64, correction: 18, blocks: 2, centres: [6, 26] },
  { data: 86, correction: 24, blocks: 2, centres: [6, 30] },
  { data: 108, correction: 16, blocks: 4, centres: [6, 34] },
  { data: 124, correction: 18, blocks: 4, centres: [6, 22, 38] },
  { data: 154, correction: 22, blocks: 4, centres: [6, 24, 42] },
  { data: 182, correction: 22, blocks: 5, centres: [6, 26, 46] },
  { data: 216, correction: 26, blocks: 5, centres: [6, 28, 50] },
]

/** Row by row, true where it is dark. */
export type QrCode = readonly (readonly boolean[])[]

/** Product in GF(256) of the standard, polynomial 0x11d. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((b >>> bit) & 1) * a)
  return product & 0xff
}

/** Divisor of degree `degree`, highest power left out. */
function divisorOf(degree: number): number[] {
  const divisor = Array.from({ length: degree }, (_, i): number => (i === degree - 1 ? 1 : 0))
  let root = 1
  for (let i = 0; i < degree; i++) {
    for (let j = 0; j < degree; j++) divisor[j] = times(divisor[j] ?? 0, root) ^ (divisor[j + 1] ?? 0)
    root = times(root, 2)
  }
  return divisor
}

function correctionOf(block: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of block) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (let i = 0; i < divisor.length; i++) rest[i] = (rest[i] ?? 0) ^ times(divisor[i] ?? 0, factor)
  }
  return rest
}

/** Mode, length, bytes, end and filling as codewords; null when they do not fit. */
function dataCodewords(bytes: Uint8Array, version: number, capacity: number): number[] | null {
  const lengthBits = version < 10 ? 8 : 16
  const bits = ['0100', bytes.length.toString(2).padStart(lengthBits, '0')]
  for (const byte of bytes) bits.push(byte.toString(2).padStart(8, '0'))
  const text = bits.join('')
  if (text.length > capacity * 8) return null
  const ended = text.padEnd(Math.min(text.length + 4, capacity * 8), '0')
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0')
  const words = (whole.match(/.{8}/g) ?? []).map(octet => Number.parseInt(octet, 2))
  for (let i = 0; words.length < capacity; i++) words.push(i % 2 === 0 ? 0xec : 0x11)
  return words
}

/** Blocks with their correction, their codewords taken in turn. */
function interleaved(words: readonly number[], { data, correction, blocks }: Version): number[] {
  const short = Math.floor(data / blocks)
  const long = data % blocks
  const divisor = divisorOf(correction)
  const parts: number[][] = []
  for (let i = 0, at = 0; i < blocks; i++) {
    const length = short + (i >= blocks - long ? 1 : 0)
    parts.push(words.slice(at, at + length))
    at += length
  }
  const turns = (lists: readonly number[][], length: number) =>
    Array.from({ length }, (_, i) => lists.flatMap(list => list[i] ?? [])).flat()
  const corrections = parts.map(part => correctionOf(part, divisor))
  return [...turns(parts, short + (long ? 1 : 0)), ...turns(corrections, correction)]
}

/** A grid whose cells of the fixed patterns are set and marked. */
class Grid {
  readonly size: number
  readonly dark: boolean[][]
  readonly fixed: boolean[][]

  constructor(version: number, { centres }: Version) {
    this.size = version * 4 + 17
    const empty = () => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false))
    this.dark = empty()
    this.fixed = empty()
    for (let i = 0; i < this.size; i++) {
      this.fix(6, i, i % 2 === 0)
      this.fix(i, 6, i % 2 === 0)
    }
    for (const [row, column] of [
      [3, 3],
      [3, this.size - 4],
      [this.size - 4, 3],
    ] as const)
      this.#rings(row, column, 4)
    const last = centres.at(-1) ?? 0
    for (const row of centres)
      for (const column of centres) {
        const isFinder = (row === 6 && (column === 6 || column === last)) || (row === last && column === 6)
        if (!isFinder) this.#rings(row, column, 2)
      }
    this.format(0)
    if (version >= 7) this.#versionBits(version)
  }

  fix(row: number, column: number, dark: boolean): void {
    const [line, marks] = [this.dark[row], this.fixed[row]]
    if (!line || !marks || column < 0 || column >= this.size) return
    line[column] = dark
    marks[column] = true
  }

  /** Squares around a centre: finders reach 4 cells, their light margin included; alignment patterns 2. */
  #rings(row: number, column: number, reach: number): void {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y))
        this.fix(row + y, column + x, reach === 4 ? ring !== 2 && ring !== 4 : ring !== 1)
      }
  }

  /** Level M and the mask, twice, with their own correction. */
  format(mask: number): void {
    let rest = mask
    for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
    const bits = ((mask << 10) | rest) ^ 0x5412
    const bit = (i: number) => ((bits >>> i) & 1) === 1
    for (let i = 0; i < 6; i++) this.fix(i, 8, bit(i))
    this.fix(7, 8, bit(6))
    this.fix(8, 8, bit(7))
    this.fix(8, 7, bit(8))
    for (let i = 9; i < 15; i++) this.fix(8, 14 - i, bit(i))
    for (let i = 0; i < 8; i++) this.fix(8, this.size - 1 - i, bit(i))
    for (let i = 8; i < 15; i++) this.fix(this.size - 15 + i, 8, bit(i))
    this.fix(this.size - 8, 8, true)
  }

  #versionBits(version: number): void {
    let rest = version
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >>> i) & 1) === 1
      const [near, far] = [Math.floor(i / 3), this.size - 11 + (i % 3)]
      this.fix(near, far, dark)
      this.fix(far, near, dark)
    }
  }

  /** Lays the codewords in columns of two from the right, up and down in turn, around what is fixed. */
  lay(words: readonly number[]): void {
    let at = 0
    for (let right = this.size - 1; right >= 1; right -= right === 8 ? 3 : 2)
      for (let step = 0; step < this.size; step++)
        for (const column of [right, right - 1]) {
          const isUpward = (right < 6 ? right + 1 : right) % 4 === (this.size - 1) % 4
          const row = isUpward ? this.size - 1 - step : step
          const line = this.dark[row]
          if (!line || this.fixed[row]?.[column]) continue
          line[column] = (((words[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1) === 1
          at++
        }
  }

  masked(mask: number): QrCode {
    this.format(mask)
    const flips = MASKS[mask] ?? (() => false)
    return this.dark.map((line, row) =>
      line.map((dark, column) => dark !== (!this.fixed[row]?.[column] && flips(row, column))),
    )
  }
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (y, x) => (x + y) % 2 === 0,
  y => y % 2 === 0,
  (_y, x) => x % 3 === 0,
  (y, x) => (x + y) % 3 === 0,
  (y, x) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (y, x) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (y, x) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (y, x) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** What a reader may take for a finder: dark 1 1 3 1 1 with four light cells on one side. */
const LIKE_FINDER = /(?=10111010000|00001011101)/g

function penaltyOf(code: QrCode): number {
  const lines = (grid: QrCode) => grid.map(line => line.map(Number).join(''))
  const columns = code.map((_, x) => code.map(line => line[x] ?? false))
  let penalty = 0
  for (const line of [...lines(code), ...lines(columns)]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * (line.match(LIKE_FINDER) ?? []).length
  }
  for (let y = 0; y + 1 < code.length; y++)
    for (let x = 0; x + 1 < code.length; x++) {
      const corner = code[y]?.[x]
      if (corner === code[y]?.[x + 1] && corner === code[y + 1]?.[x] && corner === code[y + 1]?.[x + 1]) penalty += 3
    }
  const dark = code.flat().filter(Boolean).length
  const cells = code.length * code.length
  return penalty + 10 * Math.max(0, Math.ceil(Math.abs(dark * 20 - cells * 10) / cells) - 1)
}

/** @throws Error when the text is longer than 213 bytes: addresses are ours, so that is a mistake of ours */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text)
  for (const [index, version] of VERSIONS.entries()) {
    const words = dataCodewords(bytes, index + 1, version.data)
    if (!words) continue
    const grid = new Grid(index + 1, version)
    grid.lay(interleaved(words, version))
    const codes = MASKS.map((_, mask) => grid.masked(mask))
    return codes.reduce((best, code) => (penaltyOf(code) < penaltyOf(best) ? code : best))
  }
  throw new Error(`a text of ${bytes.length} bytes does not fit into a QR code`)
}

/** Light cells around a code that readers need. */
const MARGIN = 4

/** As a picture of its own: no script, no text, no address in it. */
export function drawQrCode(text: string): string {
  const code = qrCode(text)
  const size = code.length + 2 * MARGIN
  // One rectangle for each run of dark cells.
  const path = code.flatMap((line, y) =>
    [...line.map(Number).join('').matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`,
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path.join('')}" fill="#000"/></svg>`
}
