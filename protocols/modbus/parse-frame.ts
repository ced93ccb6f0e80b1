import {
  type ChecksumVerdict,
  coded,
  type Field,
  hexBytes,
  judgeChecksum,
  type Layout,
  type Problem,
  readBody,
  readLayout,
  repeat,
  type Scalar,
  toHex,
  uint,
} from '@wattyard/byte-frame'
import { EXCEPTION_WORDS, FUNCTION_CODES, type ModbusFunction } from './functions.ts'
import { type PduProblem, readRequest, readResponse } from './pdu.ts'
import { MAX_RTU_FRAME } from './rtu-frame.ts'
import { MAX_MODBUS_FRAME } from './tcp-frame.ts'

/** Sender of a frame: `either` where request and answer are the same bytes. */
export type ModbusRole = 'question' | 'answer' | 'either'

export interface ModbusReading {
  /** Null where the function is not spoken here. */
  name: ModbusFunction | 'exception' | null
  /** Null where the content fits neither. */
  role: ModbusRole | null
  /** Function byte as in the frame; null when the frame ends before it. */
  code: number | null
  fields: Field[]
  /** Null on TCP, which has checksums of its own. */
  checksum: ChecksumVerdict | null
  problems: Problem[]
}

/** Modbus sends the high byte first; the shared kinds begin with the low one. */
const highFirst = (kind: Scalar<number>): Scalar<number> => ({
  ...kind,
  read: bytes => kind.read(bytes.toReversed()),
  write: value => kind.write(value)?.toReversed() ?? null,
})
const word = highFirst(uint(2))

/** States of eight bits, the lowest first, as they follow each other from the start address (section 6.1). */
const states: Scalar<string> = {
  ...hexBytes(1),
  read: ([byte = 0]) => Array.from({ length: 8 }, (_, bit) => (byte >> bit) & 1).join(''),
  write: value =>
    /^[01]{8}$/.test(value) ? Uint8Array.of(Number.parseInt(Array.from(value).toReversed().join(''), 2)) : null,
}

const EXCEPTION_BIT = 0x80
const FUNCTION_WORDS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(FUNCTION_CODES).flatMap(([name, code]) => [
    [code, name],
    [code | EXCEPTION_BIT, name],
  ]),
)
const FUNCTION = { function: coded(1, 'modbus.function', FUNCTION_WORDS) }
const TCP_HEAD = { transaction: word, protocolId: word, length: word, unitId: uint(1) }
const RTU_HEAD = { unitId: uint(1) }
const CHECKSUM = { checksum: hexBytes(2) }

const place = { startAddress: word, quantity: word }
const counted = { byteCount: uint(1) }
const bits = { bits: repeat('rest', { bitStates: states }) }
const registers = { registers: repeat('rest', { registerValue: word }) }
const one = { startAddress: word, registerValue: word }
const coil = { startAddress: word, coilValue: highFirst(coded(2, 'modbus.coil', { 0: 'off', 0xff00: 'on' })) }

/** Content after the function byte, by sender. Also used to test the translations. */
export const MODBUS_LAYOUTS: Readonly<Record<ModbusFunction, Readonly<Record<'question' | 'answer', Layout>>>> = {
  'read-coils': { question: place, answer: { ...counted, ...bits } },
  'read-discrete-inputs': { question: place, answer: { ...counted, ...bits } },
  'read-holding-registers': { question: place, answer: { ...counted, ...registers } },
  'read-input-registers': { question: place, answer: { ...counted, ...registers } },
  'write-coil': { question: coil, answer: coil },
  'write-register': { question: one, answer: one },
  'write-coils': { question: { ...place, ...counted, ...bits }, answer: place },
  'write-registers': { question: { ...place, ...counted, ...registers }, answer: place },
}
const EXCEPTION: Layout = { exceptionCode: coded(1, 'modbus.exception', EXCEPTION_WORDS) }

interface Content {
  name: ModbusReading['name']
  role: ModbusRole | null
  layout: Layout | null
  problem: PduProblem | null
}

/** Reads a PDU as request or answer, whichever fits; as a request when both do. */
function contentOf(pdu: Uint8Array): Content {
  const [question, answer] = [readRequest(pdu), readResponse(pdu)]
  if (answer.ok && answer.pdu.name === 'exception')
    return { name: 'exception', role: 'answer', layout: EXCEPTION, problem: null }
  if (question.ok) {
    const { name } = question.pdu
    return { name, role: answer.ok ? 'either' : 'question', layout: MODBUS_LAYOUTS[name].question, problem: null }
  }
  if (answer.ok && answer.pdu.name !== 'exception') {
    const { name } = answer.pdu
    return { name, role: 'answer', layout: MODBUS_LAYOUTS[name].answer, problem: null }
  }
  const isRefusal = ((pdu[0] ?? 0) & EXCEPTION_BIT) !== 0
  return { name: null, role: null, layout: null, problem: answer.ok || !isRefusal ? question.problem : answer.problem }
}

function problemText(problem: PduProblem, pdu: Uint8Array): Problem {
  if (problem === 'unknown-function') return { code: problem, params: { code: toHex(pdu, 0, 1) } }
  return problem === 'wrong-length' ? { code: problem, params: { found: pdu.length } } : { code: problem }
}

/** Reads the PDU between `from` and `to`. */
function readPdu(bytes: Uint8Array, from: number, to: number): Omit<ModbusReading, 'checksum'> {
  const pdu = bytes.subarray(from, to)
  const { name, role, layout, problem } = contentOf(pdu)
  const head = readLayout(FUNCTION, bytes, from, to)
  const body =
    layout === null
      ? to > head.end
        ? readLayout({ data: hexBytes('rest') }, bytes, head.end, to).fields
        : []
      : readBody(layout, bytes, head.end, to).fields
  return {
    name,
    role,
    code: pdu[0] ?? null,
    fields: [...head.fields, ...body],
    problems: problem === null ? [] : [problemText(problem, pdu)],
  }
}

/** A frame that ends before its length. */
function cutOff(fields: Field[], bytes: Uint8Array, end: number, expected: number): ModbusReading {
  const rest = end < bytes.length ? readLayout({ rest: hexBytes('rest') }, bytes, end, bytes.length).fields : []
  return {
    name: null,
    role: null,
    code: null,
    fields: [...fields, ...rest],
    checksum: null,
    problems: [{ code: 'cut', params: { expected, found: bytes.length } }],
  }
}

/** Reads one frame as it travels on TCP. Never throws; null when none begins here. */
export function parseModbusTcp(bytes: Uint8Array): ModbusReading | null {
  if (bytes.length === 0 || (bytes[2] ?? 0) !== 0 || (bytes[3] ?? 0) !== 0) return null
  const head = readLayout(TCP_HEAD, bytes, 0, Math.min(bytes.length, 7))
  const rest = ((bytes[4] ?? 0) << 8) | (bytes[5] ?? 0)
  const length = rest + 6
  if (head.values === null || bytes.length < Math.max(length, 8))
    return cutOff(head.fields, bytes, head.end, Math.max(length, 8))
  if (rest < 2 || length > MAX_MODBUS_FRAME) return null
  const reading = readPdu(bytes, 7, length)
  const behind = bytes.length - length
  const problems = behind > 0 ? [{ code: 'bytes-behind', params: { count: behind } }] : []
  return {
    ...reading,
    fields: [...head.fields, ...reading.fields],
    checksum: null,
    problems: [...problems, ...reading.problems],
  }
}

/** Reads one serial frame that spans all of the bytes. Never throws; null when they are too few or too many. */
export function parseModbusRtu(bytes: Uint8Array): ModbusReading | null {
  if (bytes.length < 4 || bytes.length > MAX_RTU_FRAME) return null
  const end = bytes.length - 2
  const reading = readPdu(bytes, 1, end)
  return {
    ...reading,
    fields: [
      ...readLayout(RTU_HEAD, bytes, 0, 1).fields,
      ...reading.fields,
      ...readLayout(CHECKSUM, bytes, end, bytes.length).fields,
    ],
    checksum: judgeChecksum('crc16-modbus', bytes, { from: 0, to: end }, end),
  }
}
