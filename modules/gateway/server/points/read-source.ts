import type { Socket } from 'node:net'
import { decodeBit, decodeRegisters, type PointValue } from '../../contract/point-map/decode-point.ts'
import { type PlannedRead, planReads, READ_LIMITS } from '../../contract/point-map/plan-reads.ts'
import type { Point, PolledProtocol } from '../../contract/point-map/point.ts'
import type { Networks } from '../connection/network.ts'
import { decodeMeter, dlt645Rule, type MeterLine, meterLine } from './ask-meter.ts'
import { type ModbusLine, modbusLine, modbusRule } from './ask-modbus.ts'
import { createExchange } from './exchange.ts'
import { connectGuarded } from './outbound.ts'
import { isRefusal, ReadProblem, type ReadProblemWord } from './read-problem.ts'

export interface ReadTarget {
  protocol: PolledProtocol
  host: string
  port: number
  /** Modbus. */
  unit: number
  /** DL/T 645; twelve digits. */
  meterAddress: string | null
  /** Gaps between points are not read along. */
  avoidsGaps: boolean
}

export interface ReadTimes {
  connect_ms: number
  answer_ms: number
  /** For the whole device, however many questions it takes. */
  total_ms: number
}

export const READ_TIMES: ReadTimes = { connect_ms: 3_000, answer_ms: 3_000, total_ms: 20_000 }

export interface SourceReading {
  values: PointValue[]
  /** Points that could not be read, with why. */
  missing: { key: string; problem: ReadProblemWord }[]
  /** Number of requests sent. */
  requests: number
  /** Why nothing could be read; null when the device answered. */
  problem: ReadProblemWord | null
  /** It refused a block with a gap and gave its parts: gaps need not be tried again. */
  refusesGaps: boolean
}

interface Job {
  target: ReadTarget
  points: readonly Point[]
  networks: Networks
  times?: Partial<ReadTimes>
  signal?: AbortSignal
}

/** Reads points of one device with as few requests as possible. Never throws for errors of the device or the network. */
export async function readSource(job: Job): Promise<SourceReading> {
  const times = { ...READ_TIMES, ...job.times }
  const late = AbortSignal.timeout(times.total_ms)
  const signal = job.signal ? AbortSignal.any([job.signal, late]) : late
  const reading: SourceReading = { values: [], missing: [], requests: 0, problem: null, refusesGaps: false }
  let socket: Socket
  try {
    socket = await connectGuarded(job.target, job.networks, { connect_ms: times.connect_ms, signal })
  } catch (error) {
    return failed(reading, job.points, wordOf(error, late))
  }
  const { protocol, unit, meterAddress } = job.target
  const rule = protocol === 'modbusTcp' ? modbusRule : dlt645Rule
  const exchange = createExchange(socket, rule, { answer_ms: times.answer_ms, signal })
  try {
    if (protocol === 'modbusTcp') await readModbus(modbusLine(exchange, unit), job, reading)
    else await readMeterItems(meterLine(exchange, meterAddress ?? ''), job.points, reading)
  } catch (error) {
    const word = wordOf(error, late)
    const read = new Set([...reading.values, ...reading.missing].map(one => one.key))
    failed(
      reading,
      job.points.filter(one => !read.has(one.key)),
      word,
    )
  } finally {
    exchange.close()
  }
  if (reading.values.length === 0) reading.problem = reading.missing[0]?.problem ?? null
  return reading
}

function wordOf(error: unknown, late: AbortSignal): ReadProblemWord {
  if (!(error instanceof ReadProblem)) throw error
  return error.word === 'stopped' && late.aborted ? 'too-slow' : error.word
}

function failed(reading: SourceReading, points: readonly Point[], problem: ReadProblemWord): SourceReading {
  reading.missing.push(...points.map(({ key }) => ({ key, problem })))
  if (reading.values.length === 0) reading.problem = problem
  return reading
}

async function readModbus(line: ModbusLine, { target, points }: Job, reading: SourceReading): Promise<void> {
  const limits = target.avoidsGaps ? { ...READ_LIMITS, gap: 0 } : READ_LIMITS
  for (const block of planReads(points, limits)) {
    const problem = await readBlock(line, block, reading)
    if (problem === null) continue
    // Registers that no point needs may not exist. Reading without them shows which part of the block is at fault.
    const parts =
      block.hasGaps && problem === 'illegal-address' ? planReads(block.points, { ...READ_LIMITS, gap: 0 }) : []
    if (parts.length === 0) failed(reading, block.points, problem)
    let given = 0
    for (const part of parts) {
      const own = await readBlock(line, part, reading)
      if (own === null) given++
      else failed(reading, part.points, own)
    }
    if (given > 0) reading.refusesGaps = true
  }
}

/** Null, or why the device refused; a connection that does not hold is thrown on. */
async function readBlock(
  line: ModbusLine,
  block: PlannedRead,
  reading: SourceReading,
): Promise<ReadProblemWord | null> {
  reading.requests++
  try {
    const values = await line.read(block)
    const isBits = block.area === 'coil' || block.area === 'discrete'
    for (const point of block.points)
      reading.values.push(
        isBits
          ? decodeBit(point, values[point.address - block.address] === 1)
          : decodeRegisters(point, values, block.address),
      )
    return null
  } catch (error) {
    if (error instanceof ReadProblem && isRefusal(error.word)) return error.word
    throw error
  }
}

/** Reads each identifier once, however many points use it. */
async function readMeterItems(line: MeterLine, points: readonly Point[], reading: SourceReading): Promise<void> {
  for (const [item, own] of Map.groupBy(points, point => point.item)) {
    reading.requests++
    try {
      const frame = await line.read(item)
      for (const point of own) reading.values.push(decodeMeter(point, frame))
    } catch (error) {
      if (!(error instanceof ReadProblem) || !isRefusal(error.word)) throw error
      failed(reading, own, error.word)
    }
  }
}
