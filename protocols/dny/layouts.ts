import { ascii, coded, hexBytes, repeat, uint } from '@wattyard/byte-frame'

const result = { result: coded(1, 'dny.result', { 0: 'done' }) }
const time = { time: uint(4, { unit: 's' }) }
const data = { data: hexBytes('rest') }
const none = {}

/**
 * Bodies by command. Request and answer have the same command and differ in size: `size` is the smallest body read by the layout,
 * and the first entry that fits is used. Where manufacturers differ too much, the body stays bytes.
 */
export const MESSAGES = {
  'host-heartbeat': { command: 0x01, size: 0, layout: data },
  'card-swiped': { command: 0x02, size: 0, layout: data },
  settlement: { command: 0x03, size: 0, layout: data },
  'port-power': { command: 0x06, size: 0, layout: data },
  'host-time-answer': { command: 0x12, size: 4, layout: time },
  'host-time': { command: 0x12, size: 0, layout: none },
  register: {
    command: 0x20,
    size: 6,
    layout: {
      firmware: uint(2, { decimals: 2 }),
      ports: uint(1),
      virtualId: uint(1),
      deviceType: uint(1),
      workMode: uint(1),
    },
  },
  'register-answer': { command: 0x20, size: 1, layout: result },
  heartbeat: {
    command: 0x21,
    size: 5,
    layout: {
      voltage: uint(2, { unit: 'V', decimals: 1 }),
      ports: uint(1),
      states: repeat({ by: 'ports' }, { state: uint(1) }),
      signal: uint(1),
      temperatureCode: hexBytes(1),
    },
  },
  'heartbeat-answer': { command: 0x21, size: 1, layout: result },
  'time-answer': { command: 0x22, size: 4, layout: time },
  time: { command: 0x22, size: 0, layout: none },
  'network-query': { command: 0x81, size: 0, layout: data },
  control: {
    command: 0x82,
    size: 30,
    layout: {
      mode: coded(1, 'dny.mode', { 0: 'time', 1: 'month', 2: 'energy', 3: 'times' }),
      balance: uint(4, { unit: 'CNY', decimals: 2 }),
      // Counted from 0.
      port: uint(1),
      action: coded(1, 'dny.action', { 0: 'stop', 1: 'start' }),
      // Seconds or 0.1 kWh, as `mode` says.
      allowance: uint(2),
      order: ascii(16),
      maxDuration: uint(2, { unit: 's' }),
      overloadPower: uint(2, { unit: 'W' }),
      light: uint(1),
    },
  },
  'control-answer': { command: 0x82, size: 0, layout: data },
  limits: { command: 0x85, size: 0, layout: data },
  change: { command: 0x8a, size: 0, layout: data },
  locate: { command: 0x96, size: 0, layout: data },
} as const

export type DnyName = keyof typeof MESSAGES
