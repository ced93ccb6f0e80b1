import {
  type ModbusException,
  type ModbusResponse,
  modbusRule,
  readFrame,
  readResponse,
  writeFrame,
  writeRequest,
} from '@wattyard/modbus'
import type { PlannedRead } from '../../contract/point-map/plan-reads.ts'
import type { Exchange } from './exchange.ts'
import { ReadProblem, type ReadProblemWord } from './read-problem.ts'

const QUESTION = {
  holding: 'read-holding-registers',
  input: 'read-input-registers',
  coil: 'read-coils',
  discrete: 'read-discrete-inputs',
} as const

const REFUSALS: Readonly<Partial<Record<ModbusException, ReadProblemWord>>> = {
  'illegal-function': 'illegal-function',
  'illegal-address': 'illegal-address',
  'illegal-value': 'illegal-value',
  'device-failure': 'device-failure',
  'device-busy': 'device-busy',
  'gateway-path-unavailable': 'gateway-path-unavailable',
  'gateway-target-silent': 'gateway-target-silent',
}

export interface ModbusLine {
  /** Registers, or bits as 0 and 1. @throws ReadProblem */
  read(read: Pick<PlannedRead, 'area' | 'address' | 'count'>): Promise<number[]>
}

export { modbusRule }

/** Reads one Modbus unit. Answers are matched by their transaction number, so a late one is ignored. */
export function modbusLine(exchange: Exchange, unit: number): ModbusLine {
  let transaction = 0
  return {
    async read({ area, address, count }) {
      transaction = (transaction + 1) & 0xffff
      const own = transaction
      const name = QUESTION[area]
      const question = writeFrame({ transaction: own, unit, pdu: writeRequest({ name, address, count }) })
      const bytes = await exchange.ask(question, frame => readFrame(frame)?.transaction === own)
      const frame = readFrame(bytes)
      const answer = frame && frame.unit === unit ? readResponse(frame.pdu) : null
      if (!answer?.ok) throw new ReadProblem('bad-answer')
      return valuesOf(answer.pdu, name, count)
    },
  }
}

function valuesOf(answer: ModbusResponse, name: (typeof QUESTION)[keyof typeof QUESTION], count: number): number[] {
  if (answer.name === 'exception') throw new ReadProblem((answer.word && REFUSALS[answer.word]) ?? 'refused')
  if (answer.name !== name) throw new ReadProblem('bad-answer')
  if ('registers' in answer) {
    if (answer.registers.length !== count) throw new ReadProblem('bad-answer')
    return answer.registers
  }
  if (answer.values.length !== Math.ceil(count / 8) * 8) throw new ReadProblem('bad-answer')
  return answer.values.slice(0, count).map(Number)
}
