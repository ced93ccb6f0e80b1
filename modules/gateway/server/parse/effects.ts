import { MESSAGES, type YkcName } from '@wattyard/ykc'
import type { DnyName } from '@wattyard/dny'
import type { ByteProtocol } from './read-bytes.ts'

/** Keys of the effect that a driver would derive from YKC messages. */
const YKC: Readonly<Partial<Record<YkcName, string>>> = {
  login: 'login',
  heartbeat: 'heartbeat',
  'model-check': 'modelAsked',
  'model-request': 'modelAsked',
  'model-request-answer': 'model',
  'model-push': 'model',
  realtime: 'realtime',
  handshake: 'battery',
  parameters: 'battery',
  demand: 'battery',
  'bms-info': 'battery',
  'charge-end': 'battery',
  errors: 'fault',
  'bms-abort': 'fault',
  'charger-abort': 'fault',
  'start-asked': 'startAsked',
  'parallel-asked': 'startAsked',
  start: 'start',
  'parallel-start': 'start',
  'start-asked-answer': 'start',
  'parallel-asked-answer': 'start',
  balance: 'balance',
  bill: 'bill',
  'bill-answer': 'billAnswer',
  'lock-state': 'lock',
}
const DNY: Readonly<Partial<Record<DnyName | 'link' | 'iccid', string>>> = {
  link: 'alive',
  iccid: 'iccid',
  register: 'register',
  heartbeat: 'heartbeat',
  'host-heartbeat': 'alive',
  time: 'time',
  'host-time': 'time',
  'card-swiped': 'card',
  settlement: 'settlement',
  'port-power': 'power',
  control: 'control',
}
const DLT645: Readonly<Record<string, string>> = { energy: 'energy', value: 'value', other: 'other' }

const MODBUS: Readonly<Record<string, string>> = {
  question: 'question',
  values: 'values',
  write: 'write',
  exception: 'exception',
}
const TABLES: Readonly<Record<ByteProtocol, Readonly<Record<string, string>>>> = {
  ykc: YKC,
  dny: DNY,
  dlt645: DLT645,
  modbusTcp: MODBUS,
  modbusRtu: MODBUS,
}

/** Key of the sentence about a message; messages without their own key are commands and answers to them. */
export function effectKeyOf(protocol: ByteProtocol, name: string | null): string {
  if (name === null) return 'unknown'
  const table: Readonly<Record<string, string>> = TABLES[protocol]
  if (table[name] !== undefined) return table[name]
  if (!name.endsWith('-answer')) return 'command'
  return Object.entries(MESSAGES).some(
    ([key, { direction }]) => protocol === 'ykc' && key === name && direction === 'down',
  )
    ? 'platformAnswer'
    : 'answer'
}
