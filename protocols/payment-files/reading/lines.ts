import { createDecoder, type Encoding, judgeEncoding, PROBE_BYTES } from './encoding.ts'
import type { FindingCode } from './findings.ts'

/** Longest line in bytes. The longest real ones, bank lines with free text, have a few thousand. */
export const MAX_LINE_BYTES = 65_536
const LINE_FEED = 10

export interface LineSink {
  /** A line without its end. `isCut`: the file ended without a line end after it. */
  line(text: string, number: number, isCut: boolean): void
  finding(line: number, column: string | null, code: FindingCode, value: string): void
}

export interface LineCutter {
  push(bytes: Uint8Array): void
  end(): void
  /** Lines begun so far. */
  lines(): number
}

const NOTHING = new Uint8Array(0)

/**
 * Cuts bytes into lines and decodes them. The result does not depend on how the bytes were divided. Never holds more than a line
 * and the piece that was pushed.
 */
export function createLineCutter(expected: Encoding, sink: LineSink): LineCutter {
  let decode: ((bytes: Uint8Array) => string) | null = null
  let isUnreadable = false
  let carry: Uint8Array[] = []
  let carried = 0
  let isSkipping = false
  let number = 0
  const ends = { plain: 0, withReturn: 0 }

  function deliver(bytes: Uint8Array, isCut: boolean): void {
    if (decode === null) return
    const text = decode(bytes)
    const mayHaveNul = bytes.includes(0)
    const mayBeBroken = text.includes('\ufffd')
    const lines = text.split('\n')
    if (!isCut) lines.pop()
    for (const raw of lines) {
      number += 1
      const hasReturn = raw.charCodeAt(raw.length - 1) === 13
      if (hasReturn) ends.withReturn += 1
      else if (!isCut) ends.plain += 1
      const line = hasReturn ? raw.slice(0, -1) : raw
      if (mayHaveNul && line.includes('\0')) sink.finding(number, null, 'nul-byte', line)
      if (mayBeBroken && line.includes('\ufffd')) sink.finding(number, null, 'encoding-broken', line)
      sink.line(line, number, isCut)
    }
  }

  function tooLong(piece: Uint8Array): void {
    number += 1
    const start = Buffer.concat([...carry, piece]).subarray(0, 80)
    sink.finding(number, null, 'line-too-long', decode === null ? '' : decode(start))
    carry = []
    carried = 0
  }

  function feed(piece: Uint8Array): void {
    let rest = piece
    const first = rest.indexOf(LINE_FEED)
    if (isSkipping) {
      if (first < 0) return
      isSkipping = false
      rest = rest.subarray(first + 1)
    } else if (carried + (first < 0 ? rest.length : first) > MAX_LINE_BYTES) {
      tooLong(rest)
      isSkipping = true
      feed(rest)
      return
    }
    const last = rest.lastIndexOf(LINE_FEED)
    if (last < 0) {
      if (rest.length > 0) carry.push(copyOf(rest))
      carried += rest.length
      return
    }
    const whole = rest.subarray(0, last + 1)
    deliver(carried === 0 ? whole : Buffer.concat([...carry, whole]), false)
    carry = last + 1 < rest.length ? [copyOf(rest.subarray(last + 1))] : []
    carried = rest.length - last - 1
  }

  function begin(probe: Uint8Array): void {
    const verdict = judgeEncoding(probe.subarray(0, PROBE_BYTES), expected)
    if (verdict.encoding === null) {
      isUnreadable = true
      sink.finding(0, null, 'encoding-unreadable', verdict.other ?? '')
      return
    }
    if (verdict.other !== null) sink.finding(0, null, 'encoding-other', verdict.other)
    decode = createDecoder(verdict.encoding)
    carry = []
    carried = 0
    for (const piece of pieces(probe.subarray(verdict.skip))) feed(piece)
  }

  return {
    push(bytes) {
      if (isUnreadable) return
      if (decode === null) {
        carry.push(copyOf(bytes))
        carried += bytes.length
        if (carried >= PROBE_BYTES) begin(Buffer.concat(carry))
        return
      }
      for (const piece of pieces(bytes)) feed(piece)
    },
    end() {
      if (decode === null && !isUnreadable) begin(carried === 0 ? NOTHING : Buffer.concat(carry))
      if (carried > 0 && decode !== null) deliver(Buffer.concat(carry), true)
      carry = []
      carried = 0
      if (ends.plain > 0 && ends.withReturn > 0)
        sink.finding(0, null, 'line-ends-mixed', `${ends.withReturn} : ${ends.plain}`)
    },
    lines: () => number,
  }
}

/** No piece is longer than a line may be, so that a line inside one is never too long. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += MAX_LINE_BYTES) yield bytes.subarray(at, at + MAX_LINE_BYTES)
}

/** The caller may fill its buffer again; `slice` of a Buffer would be a view of it. */
const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)
