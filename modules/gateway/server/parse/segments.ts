import { fromHex } from '@wattyard/byte-frame'
import { readHttpHead } from '@wattyard/tcec102'

/** Most segments of one input that are examined; the rest is left out. */
export const MAX_SEGMENTS = 500
/** A log line longer than this is not searched for a frame inside. */
const MAX_LOG_LINE = 20_000

/** One segment of a pasted text. */
export type Segment = { line: number } & (
  | { kind: 'bytes'; bytes: Uint8Array }
  /** Letters that are data themselves: `link`, a card number. */
  | { kind: 'letters'; bytes: Uint8Array }
  | { kind: 'json'; text: string }
  | { kind: 'unreadable'; text: string; why: 'odd-digits' | 'not-a-frame' }
)

export interface Segments {
  list: Segment[]
  isCutOff: boolean
}

/**
 * Divides a pasted text into JSON documents (over several lines, possibly after an HTTP head) and lines of hexadecimal digits,
 * base64 or words. Log prefixes before a frame are left out.
 */
export function segmentsOf(text: string): Segments {
  const list: Segment[] = []
  // Looking for the end of a document may scan the rest of the text; the budget limits all such scans together.
  const scan = { budget: text.length * 4 + 1_000 }
  let at = 0
  let line = 1
  while (at < text.length) {
    const character = text[at] ?? ''
    if (/\s|\uFEFF/.test(character)) {
      if (character === '\n') line++
      at++
      continue
    }
    if (list.length === MAX_SEGMENTS) return { list, isCutOff: true }
    const end = documentEnd(text, at, scan) ?? lineEnd(text, at)
    const piece = text.slice(at, end)
    list.push(segmentOf(piece.trim(), line))
    line += piece.split('\n').length - 1
    at = end
  }
  return { list, isCutOff: false }
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Where the JSON document ends that begins here, with or without an HTTP head; null when none does. */
function documentEnd(text: string, at: number, scan: { budget: number }): number | null {
  const first = text[at]
  if (first === '{' || first === '[') return bracketEnd(text, at, scan)
  if (!/^(POST|GET|PUT)\s/.test(text.slice(at, at + 5))) return null
  const head = readHttpHead(text.slice(at, at + 10_000))
  return head && text[at + head.bodyAt] === '{' ? bracketEnd(text, at + head.bodyAt, scan) : null
}

function bracketEnd(text: string, from: number, scan: { budget: number }): number | null {
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at++) {
    if (scan.budget-- <= 0) return null
    const character = text[at]
    if (isText) {
      if (character === '\\') at++
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') depth++
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1
  }
  return null
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const letters = (text: string) => new TextEncoder().encode(text)

function segmentOf(text: string, line: number): Segment {
  if (/^[[{]/.test(text) || /^(POST|GET|PUT)\s/.test(text)) return { line, kind: 'json', text }
  if (/^89[0-9A-F]{18}$/.test(text) || text === 'link') return { line, kind: 'letters', bytes: letters(text) }
  const digits = text.replace(/0x|[\s,;:_-]/gi, '')
  if (/^[0-9a-f]{2,}$/i.test(digits)) {
    const bytes = fromHex(digits)
    return bytes ? ofBytes(bytes, line) : { line, kind: 'unreadable', text, why: 'odd-digits' }
  }
  return fromBase64(text, line) ?? fromLogLine(text, line) ?? { line, kind: 'unreadable', text, why: 'not-a-frame' }
}

/** Bytes may be the text of a JSON document. */
function ofBytes(bytes: Uint8Array, line: number): Segment {
  if (bytes[0] === 0x5b || bytes[0] === 0x7b) {
    const text = new TextDecoder().decode(bytes)
    if (isJson(text)) return { line, kind: 'json', text }
  }
  return { line, kind: 'bytes', bytes }
}

const STARTS = [0x68, 0x44, 0xfe, 0x5b, 0x7b]
function fromBase64(text: string, line: number): Segment | null {
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  // Any word of eight letters is base64 too: only what begins like a frame counts.
  return STARTS.includes(bytes[0] ?? 0) ? ofBytes(bytes, line) : null
}

/** A frame after the time and text of a log line. */
function fromLogLine(text: string, line: number): Segment | null {
  if (text.length > MAX_LOG_LINE) return null
  const json = /\[\s*[2-6]\s*,[\s\S]*\]|\{\s*"[\s\S]*\}/.exec(text)
  if (json && isJson(json[0])) return { line, kind: 'json', text: json[0] }
  const hex = /(?:^|[^0-9a-z])((?:0x)?(?:68|fe|44\W?4e\W?59)(?:[\s,:-]?(?:0x)?[0-9a-f]{2}){5,})(?![0-9a-z])/i.exec(text)
  const bytes = hex && fromHex((hex[1] ?? '').replace(/0x|[^0-9a-f]/gi, ''))
  return bytes ? ofBytes(bytes, line) : null
}
