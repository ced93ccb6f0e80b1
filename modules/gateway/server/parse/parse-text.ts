import { parseFrame } from '@wattyard/ocpp-frame'
import { isEnvelope, type Tcec102Keys } from '@wattyard/tcec102'
import {
  type FrameProtocol,
  MAX_PARSED_FIELDS,
  MAX_PARSED_FRAMES,
  type ParsedFrame,
  type ParseProtocol,
} from '../../contract/index.ts'
import type { FrameTexts } from './frame-words.ts'
import {
  BYTE_PROTOCOLS,
  type ByteFind,
  type ByteProtocol,
  findFrames,
  findIn,
  isWakeUp,
  describePiece,
} from './read-bytes.ts'
import { fitOf, OCPP_VERSIONS, describeOcpp } from './read-ocpp.ts'
import { describeEnvelope } from './read-platform.ts'
import { type Segment, segmentsOf } from './segments.ts'

export interface ParseOptions {
  frameTexts: FrameTexts
  protocol: ParseProtocol
  keys: Tcec102Keys
  now: number
}

type FrameParts = Omit<ParsedFrame, 'number' | 'line' | 'detected' | 'protocol' | 'protocolName'>
type Detected = ParsedFrame['detected']
type Other = NonNullable<Detected>['others'][number]

/** Frames so far, limited to what one answer carries. */
interface Collected {
  frames: ParsedFrame[]
  fields: number
  isFull: boolean
}

/** Frames of a pasted text, described in the reader's language. Stores nothing. */
export function parseText(text: string, options: ParseOptions): { frames: ParsedFrame[]; isCutOff: boolean } {
  const { list, isCutOff } = segmentsOf(text)
  const collected: Collected = { frames: [], fields: 0, isFull: false }
  for (const group of grouped(list)) {
    if (collected.isFull) break
    for (const segment of joinedWhereTorn(group, options.protocol)) readSegment(segment, options, collected)
  }
  return { frames: collected.frames, isCutOff: isCutOff || collected.isFull }
}

/** Neighbouring lines of digits together: a hex dump breaks a frame into lines. */
function grouped(list: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = []
  for (const segment of list) {
    const last = groups.at(-1)
    if (segment.kind === 'bytes' && last?.[0]?.kind === 'bytes') last.push(segment)
    else groups.push([segment])
  }
  return groups
}

/** Lines that only together make sound frames are one stream. */
function joinedWhereTorn(group: readonly Segment[], protocol: ParseProtocol): readonly Segment[] {
  const [first] = group
  if (!first || group.length < 2) return group
  const all = group.flatMap(segment => (segment.kind === 'bytes' ? [segment.bytes] : []))
  const joined = new Uint8Array(all.reduce((sum, bytes) => sum + bytes.length, 0))
  let at = 0
  for (const bytes of all) {
    joined.set(bytes, at)
    at += bytes.length
  }
  const sound = (bytes: Uint8Array) => findsOf(bytes, protocol)[0]?.sound ?? 0
  const apart = all.reduce((sum, bytes) => sum + sound(bytes), 0)
  return sound(joined) > apart ? [{ kind: 'bytes', line: first.line, bytes: joined }] : group
}

const isByteProtocol = (protocol: ParseProtocol): protocol is ByteProtocol =>
  BYTE_PROTOCOLS.some(one => one === protocol)

const findsOf = (bytes: Uint8Array, protocol: ParseProtocol): ByteFind[] =>
  isByteProtocol(protocol) ? [findIn(protocol, bytes, true)] : findFrames(bytes)

function readSegment(segment: Segment, options: ParseOptions, collected: Collected): void {
  const { frameTexts } = options
  switch (segment.kind) {
    case 'unreadable':
      return collect(collected, segment.line, { ...unread(frameTexts, segment.text, segment.why), detected: null })
    case 'json':
      return collect(collected, segment.line, readJson(segment.text, options))
    case 'letters':
      return readBytes(segment.bytes, 'dny', segment.line, options, collected)
    case 'bytes':
      return readBytes(segment.bytes, options.protocol, segment.line, options, collected)
  }
}

type Ready = FrameParts & Pick<ParsedFrame, 'protocol' | 'protocolName' | 'detected'>

function collect(collected: Collected, line: number, ready: Ready): void {
  const fields = ready.parts.reduce((sum, part) => sum + part.fields.length, 0)
  // The first frame is always shown, however long it is.
  const isTooMuch = collected.frames.length > 0 && collected.fields + fields > MAX_PARSED_FIELDS
  if (collected.frames.length >= MAX_PARSED_FRAMES || isTooMuch) {
    collected.isFull = true
    return
  }
  collected.fields += fields
  collected.frames.push({ number: collected.frames.length + 1, line, ...ready })
}

const named = (frameTexts: FrameTexts, protocol: FrameProtocol | null) => ({
  protocol,
  protocolName: frameTexts.translate(`protocol.${protocol ?? 'none'}`),
})

function unread(
  frameTexts: FrameTexts,
  text: string,
  why: string,
): FrameParts & Pick<ParsedFrame, 'protocol' | 'protocolName'> {
  return {
    ...named(frameTexts, null),
    name: frameTexts.translate('unreadable'),
    code: '',
    direction: null,
    parts: [{ kind: 'text', title: frameTexts.translate('part.frame'), content: text, fields: [] }],
    verdicts: [],
    problems: [frameTexts.translate(`problem.${why}`)],
    effect: null,
  }
}

function readBytes(
  bytes: Uint8Array,
  protocol: ParseProtocol,
  line: number,
  options: ParseOptions,
  collected: Collected,
): void {
  const { frameTexts } = options
  const [best, ...others] = findsOf(bytes, protocol)
  if (!best) return
  const isKnown = best.sound + best.begun > 0
  const isGiven = protocol !== 'auto'
  const detected: Detected = isGiven
    ? null
    : {
        reason: reasonOf(frameTexts, best),
        others: others.filter(one => couldBe(best, one)).map(one => otherOf(frameTexts, one)),
      }
  const isAlone = best.pieces.length === 1
  for (const piece of best.pieces) {
    if (piece.kind === 'noise' && isWakeUp(piece.bytes) && !isAlone) continue
    const parts = describePiece(frameTexts, best.protocol, piece)
    collect(collected, line, { ...named(frameTexts, isKnown || isGiven ? best.protocol : null), detected, ...parts })
  }
}

/** When another protocol has valid checksums, mere frame starts do not count: two random bytes can match a start mark. */
const couldBe = (best: ByteFind, other: ByteFind) => other.sound > 0 || (best.sound === 0 && other.begun > 0)

function reasonOf(frameTexts: FrameTexts, { protocol, sound, begun }: ByteFind): string {
  if (sound > 0 && protocol === 'modbusTcp') return frameTexts.translate('detected.fits', { count: sound })
  if (sound > 0) return frameTexts.translate('detected.sound', { count: sound })
  return frameTexts.translate(begun > 0 ? 'detected.begun' : 'detected.nothing')
}

const otherOf = (frameTexts: FrameTexts, find: ByteFind): Other => ({
  protocol: find.protocol,
  name: frameTexts.translate(`protocol.${find.protocol}`),
  reason: reasonOf(frameTexts, find),
})

function readJson(text: string, options: ParseOptions): Ready {
  const { frameTexts, protocol, keys, now } = options
  if (protocol === 'ocpp1.6' || protocol === 'ocpp2.0.1')
    return { ...named(frameTexts, protocol), detected: null, ...describeOcpp(frameTexts, protocol, text, now) }
  if (protocol === 'tcec102')
    return { ...named(frameTexts, protocol), detected: null, ...describeEnvelope(frameTexts, text, keys, now) }
  if (protocol !== 'auto') return { ...unread(frameTexts, text, 'not-bytes'), detected: null }
  if (text.startsWith('[')) return detectOcpp(text, options)
  const isOne = text.startsWith('{') ? isEnvelope(membersOf(text)) : true
  const detected: Detected = {
    reason: frameTexts.translate(isOne ? 'detected.envelope' : 'detected.nothing'),
    others: [],
  }
  return { ...named(frameTexts, isOne ? 'tcec102' : null), detected, ...describeEnvelope(frameTexts, text, keys, now) }
}

function membersOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function detectOcpp(text: string, { frameTexts, now }: ParseOptions): Ready {
  const frame = parseFrame(text)
  const fits = OCPP_VERSIONS.map(version => ({ version, fit: fitOf(version, frame) })).toSorted(
    (a, b) => (b.fit ?? -1) - (a.fit ?? -1),
  )
  const reason = (fit: number | null) =>
    frameTexts.translate(
      fit === null
        ? 'detected.array'
        : fit === 0
          ? 'detected.action'
          : fit < 1_000
            ? 'detected.mended'
            : 'detected.schema',
    )
  const [best = { version: 'ocpp1.6' as const, fit: null }, other] = fits
  // Results and errors look alike in both versions: both are offered.
  const others = other && (other.fit !== null || best.fit === null) ? [other] : []
  const detected: Detected = {
    reason: reason(best.fit),
    others: others.map(({ version, fit }) => ({
      protocol: version,
      name: frameTexts.translate(`protocol.${version}`),
      reason: reason(fit),
    })),
  }
  return { ...named(frameTexts, best.version), detected, ...describeOcpp(frameTexts, best.version, text, now) }
}
