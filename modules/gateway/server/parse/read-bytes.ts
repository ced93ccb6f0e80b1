import {
  type ChecksumVerdict,
  type Field,
  type FrameRule,
  type Piece,
  type Problem,
  splitAll,
  toHex,
} from '@wattyard/byte-frame'
import { dlt645Rule, parseDlt645 } from '@wattyard/dlt645'
import { dnyRule, parseDny, MESSAGES as DNY } from '@wattyard/dny'
import {
  modbusRule,
  type ModbusReading,
  MAX_RTU_FRAME,
  parseModbusRtu,
  parseModbusTcp,
  rtuPieces,
} from '@wattyard/modbus'
import { parseYkc, MESSAGES as YKC, ykcRule } from '@wattyard/ykc'
import type { FrameProtocol, ParsedEffect, ParsedFrame, ParsedVerdict } from '../../contract/index.ts'
import { effectKeyOf } from './effects.ts'
import { messageName, describeField, describeProblem, type FrameTexts } from './frame-words.ts'

/** Protocols whose frames are bytes. */
export const BYTE_PROTOCOLS = [
  'ykc',
  'dny',
  'dlt645',
  'modbusTcp',
  'modbusRtu',
] as const satisfies readonly FrameProtocol[]
export type ByteProtocol = (typeof BYTE_PROTOCOLS)[number]

/** Whether the protocol is Modbus. It has no start mark, so matches in noise mean nothing. */
const isModbus = (protocol: ByteProtocol): protocol is 'modbusTcp' | 'modbusRtu' =>
  protocol === 'modbusTcp' || protocol === 'modbusRtu'

const RULES: Readonly<Record<Exclude<ByteProtocol, 'modbusRtu'>, FrameRule>> = {
  ykc: ykcRule,
  dny: dnyRule,
  dlt645: dlt645Rule,
  modbusTcp: modbusRule,
}

/** Frames found in bytes by the framing rule of one protocol. */
export interface ByteFind {
  protocol: ByteProtocol
  pieces: Piece[]
  sound: number
  /** Frames that begin correctly but are damaged or cut off. */
  begun: number
}

/** Returns all protocols in the order in which they fit: most sound frames, then most begun ones, then least noise. */
export function findFrames(bytes: Uint8Array): ByteFind[] {
  return BYTE_PROTOCOLS.map(protocol => findIn(protocol, bytes)).toSorted(
    (a, b) => b.sound - a.sound || b.begun - a.begun || noiseOf(a) - noiseOf(b),
  )
}

const noiseOf = ({ pieces }: ByteFind) =>
  pieces.reduce((sum, piece) => sum + (piece.kind === 'noise' ? piece.bytes.length : 0), 0)

/** @param isGiven the user has chosen this protocol */
export function findIn(protocol: ByteProtocol, bytes: Uint8Array, isGiven = false): ByteFind {
  const pieces = piecesOf(protocol, bytes, isGiven)
  const count = (...kinds: Piece['kind'][]) => pieces.filter(piece => kinds.includes(piece.kind)).length
  return { protocol, pieces, sound: count('frame'), begun: count('damaged', 'cut') }
}

function piecesOf(protocol: ByteProtocol, bytes: Uint8Array, isGiven: boolean): Piece[] {
  if (!isModbus(protocol)) return splitAll(RULES[protocol], bytes)
  const pieces = protocol === 'modbusRtu' ? rtuPieces(bytes) : splitAll(modbusRule, bytes)
  const isAll = pieces.every(({ kind, bytes: part }) => kind === 'frame' && fitsModbus(protocol, part))
  if (isAll) return pieces
  // Unless the user chose Modbus, the bytes must be Modbus from start to end.
  if (!isGiven) return [{ kind: 'noise', from: 0, bytes }]
  const isOneLine = protocol === 'modbusRtu' && !pieces.some(piece => piece.kind === 'frame')
  return isOneLine && bytes.length >= 4 && bytes.length <= MAX_RTU_FRAME
    ? [{ kind: 'damaged', from: 0, bytes }]
    : pieces
}

const parseModbus = (protocol: 'modbusTcp' | 'modbusRtu', bytes: Uint8Array): ModbusReading | null =>
  protocol === 'modbusTcp' ? parseModbusTcp(bytes) : parseModbusRtu(bytes)

/** Over TCP only length and content identify Modbus; on a serial line the checksum does. */
const fitsModbus = (protocol: 'modbusTcp' | 'modbusRtu', frame: Uint8Array): boolean =>
  protocol === 'modbusRtu' || parseModbusTcp(frame)?.problems.length === 0

/** What a byte codec reports about one frame, for every protocol. */
interface Reading {
  name: string | null
  code: string
  direction: 'up' | 'down' | null
  fields: readonly Field[]
  checksum: ChecksumVerdict | null
  /** Whether both byte orders of the checksum are accepted. */
  takesBothOrders: boolean
  problems: readonly Problem[]
  /** Subject of the message, used for the effect. */
  subject: string | null
}

const codeOf = (number: number) => `0x${number.toString(16).toUpperCase().padStart(2, '0')}`

function readFrame(protocol: ByteProtocol, bytes: Uint8Array): Reading | null {
  switch (protocol) {
    case 'ykc': {
      const reading = parseYkc(bytes)
      if (reading === null) return null
      const { name } = reading
      const code = name ? codeOf(YKC[name].type) : bytes[5] === undefined ? '' : codeOf(bytes[5])
      return { ...reading, code, takesBothOrders: true, subject: name }
    }
    case 'dny': {
      const reading = parseDny(bytes)
      if (reading === null) return null
      const { name } = reading
      const isFrame = name !== null && name !== 'link' && name !== 'iccid'
      const code = isFrame
        ? codeOf(DNY[name].command)
        : name === null && bytes[11] !== undefined
          ? codeOf(bytes[11])
          : ''
      return { ...reading, code, direction: null, takesBothOrders: false, subject: name }
    }
    case 'dlt645': {
      const reading = parseDlt645(bytes)
      if (reading === null) return null
      const { control, identifier } = reading
      const name = control?.name
        ? `${control.name}${control.isRefusal ? '-refusal' : control.isAnswer ? '-answer' : ''}`
        : null
      const code = control === null || bytes[8] === undefined ? '' : codeOf(bytes[8])
      const direction = control === null ? null : control.isAnswer ? 'up' : 'down'
      const isReading = control?.name === 'read' && control.isAnswer && !control.isRefusal
      const isEnergy = identifier?.name.startsWith('energy.')
      return {
        ...reading,
        name,
        code,
        direction,
        takesBothOrders: false,
        subject: isReading ? (isEnergy ? 'energy' : 'value') : 'other',
      }
    }
    case 'modbusTcp':
    case 'modbusRtu': {
      const reading = parseModbus(protocol, bytes)
      return reading && { ...reading, ...describeModbus(reading), takesBothOrders: false }
    }
  }
}

function describeModbus({ name, role, code }: ModbusReading): Pick<Reading, 'name' | 'code' | 'direction' | 'subject'> {
  const isRead = name?.startsWith('read-') === true
  return {
    name: name !== null && role === 'answer' && name !== 'exception' ? `${name}-answer` : name,
    code: code === null ? '' : codeOf(code),
    direction: role === 'question' ? 'down' : role === 'answer' ? 'up' : null,
    subject:
      name === null || name === 'exception' ? name : isRead ? (role === 'answer' ? 'values' : 'question') : 'write',
  }
}

/** Name under which its messages and effects are translated: Modbus is the same over TCP and on a serial line. */
export const wordsOf = (protocol: ByteProtocol): string => (isModbus(protocol) ? 'modbus' : protocol)

type FrameParts = Omit<ParsedFrame, 'number' | 'line' | 'detected' | 'protocol' | 'protocolName'>

/** Describes one piece of a stream. */
export function describePiece(frameTexts: FrameTexts, protocol: ByteProtocol, piece: Piece): FrameParts {
  const reading = piece.kind === 'noise' ? null : readFrame(protocol, piece.bytes)
  if (reading === null) return describeNoise(frameTexts, piece.bytes)
  const { name, code, direction, checksum } = reading
  const problems = reading.problems.map(problem => describeProblem(frameTexts, problem))
  return {
    name: name === null ? frameTexts.translate('unknownMessage') : messageName(frameTexts, wordsOf(protocol), name),
    code,
    direction,
    parts: [
      {
        kind: 'bytes',
        title: frameTexts.translate('part.frame'),
        content: toHex(piece.bytes),
        fields: reading.fields.map(field => describeField(frameTexts, field)),
      },
    ],
    verdicts: checksum
      ? [describeChecksum(frameTexts, checksum, reading.takesBothOrders)]
      : protocol === 'modbusTcp'
        ? [describeShape(frameTexts, reading)]
        : [],
    problems,
    effect: effectOf(frameTexts, protocol, reading),
  }
}

/** Whether all bytes are FE: they wake a meter before a frame and have no other meaning. */
export const isWakeUp = (bytes: Uint8Array): boolean => bytes.every(byte => byte === 0xfe)

function describeNoise(frameTexts: FrameTexts, bytes: Uint8Array): FrameParts {
  const isWake = isWakeUp(bytes)
  return {
    name: frameTexts.translate(isWake ? 'wakeBytes' : 'noise'),
    code: '',
    direction: null,
    parts: [{ kind: 'bytes', title: frameTexts.translate('part.frame'), content: toHex(bytes), fields: [] }],
    verdicts: [],
    problems: isWake ? [] : [frameTexts.translate('problem.noise', { count: bytes.length })],
    effect: null,
  }
}

function describeChecksum(frameTexts: FrameTexts, verdict: ChecksumVerdict, takesBothOrders: boolean): ParsedVerdict {
  const { rule, fits, from, to, expected, found } = verdict
  const name = frameTexts.translate(`rule.${rule}`)
  const isRight = fits === 'low-first' || (fits === 'high-first' && takesBothOrders)
  const hasOrder = rule !== 'sum8'
  const word =
    fits === 'high-first'
      ? isRight
        ? 'rightHighFirst'
        : 'turned'
      : isRight
        ? hasOrder
          ? 'rightLowFirst'
          : 'right'
        : 'wrong'
  return {
    tone: isRight ? 'good' : 'bad',
    text: frameTexts.translate(`checksum.${word}`, { rule: name }),
    expected,
    found,
    from,
    to,
  }
}

/** Verdict on a frame without a checksum: by its length and by what its function allows. */
function describeShape(frameTexts: FrameTexts, { problems }: Reading): ParsedVerdict {
  const isRight = problems.length === 0
  const place = { from: 4, to: 6 }
  return {
    tone: isRight ? 'good' : 'bad',
    text: frameTexts.translate(isRight ? 'checksum.shapeFits' : 'checksum.shapeWrong'),
    expected: null,
    found: null,
    ...place,
  }
}

/** Describes what a driver would do with the frame; the gateway does not accept these protocols yet. */
function effectOf(frameTexts: FrameTexts, protocol: ByteProtocol, reading: Reading): ParsedEffect | null {
  const key = effectKeyOf(protocol, reading.subject)
  const isRight =
    reading.checksum === null ||
    reading.checksum.fits === 'low-first' ||
    (reading.takesBothOrders && reading.checksum.fits !== null)
  const cut = reading.problems.some(problem => problem.code === 'cut')
  const [door, damaged] = isModbus(protocol) ? ['modbus.asks', 'modbus.damaged'] : ['noDoor', 'damaged']
  const texts = cut
    ? [frameTexts.translate('effect.waits')]
    : isRight
      ? [frameTexts.translate(`effect.${wordsOf(protocol)}.${key}`)]
      : [frameTexts.translate(`effect.${damaged}`)]
  return { texts: [frameTexts.translate(`effect.${door}`), ...texts], answer: null, facts: [] }
}
