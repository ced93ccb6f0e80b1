/** Languages that the message parser reads; `auto` finds out by itself. */
export const PARSE_PROTOCOLS = [
  'auto',
  'ocpp1.6',
  'ocpp2.0.1',
  'ykc',
  'dny',
  'tcec102',
  'dlt645',
  'modbusTcp',
  'modbusRtu',
] as const
export type ParseProtocol = (typeof PARSE_PROTOCOLS)[number]
export type FrameProtocol = Exclude<ParseProtocol, 'auto'>

/** Longest text that is taken in one call, in characters. */
export const MAX_PARSE_LENGTH = 65_536
/** Frames of one answer. */
export const MAX_PARSED_FRAMES = 200
/** Fields of one answer, over all its frames; the frames behind are left off. */
export const MAX_PARSED_FIELDS = 20_000

export type ParsedTone = 'good' | 'bad' | 'wait' | 'idle'

/** One field, in words of the reader. */
export interface ParsedField {
  /** As the protocol's table calls it: `rates/tip/price`. */
  path: string
  /** Words of the path, from the outside in. */
  labels: readonly string[]
  /** Bytes (of `bytes`) or characters (of `text`) of its part, the last one not included. */
  from: number
  to: number
  raw: string
  /** A decimal number in the wire's form when `isNumber`, else a text. */
  value: string
  isNumber: boolean
  unit: string | null
  /** What a coded value means. */
  meaning: string | null
  problem: string | null
}

/** What a frame consists of: its bytes or text, and for sealed data what was inside. */
export interface ParsedPart {
  kind: 'bytes' | 'text'
  title: string
  /** Hexadecimal digits without gaps, or the text. */
  content: string
  fields: readonly ParsedField[]
}

/** One check of a frame: a checksum, a signature, a schema. */
export interface ParsedVerdict {
  tone: ParsedTone
  text: string
  expected: string | null
  found: string | null
  /** Its place in the first part, when it has one. */
  from: number | null
  to: number | null
}

/** What the platform does with such a frame; nothing of it was done. */
export interface ParsedEffect {
  texts: readonly string[]
  /** As it would go back over the wire. */
  answer: string | null
  facts: readonly { name: string; text: string }[]
}

export interface ParsedFrame {
  /** Counted from 1. */
  number: number
  /** Line of the input where it begins, counted from 1. */
  line: number
  protocol: FrameProtocol | null
  protocolName: string
  /** Why it was taken for that, and what else it could be; null when the protocol was given. */
  detected: { reason: string; others: readonly { protocol: FrameProtocol; name: string; reason: string }[] } | null
  name: string
  /** The protocol's own word or number for the message: `StatusNotification`, `0x13`. */
  code: string
  /** `up`: from the pile, or a slave that answers; `down`: to it. */
  direction: 'up' | 'down' | null
  parts: readonly ParsedPart[]
  verdicts: readonly ParsedVerdict[]
  problems: readonly string[]
  effect: ParsedEffect | null
}

export interface ParseAnswer {
  frames: readonly ParsedFrame[]
  /** Whether something was left off because there was too much of it. */
  isCutOff: boolean
  /** Of the stored frame that was asked for. */
  stored: { frame: string; pileId: string; receivedAt: number; direction: 'in' | 'out' } | null
}
