import type { EventKind } from './event.ts'

/** What people look for in the device log, and the kinds of events that belong to it. Commands are a group of their own. */
export const DEVICE_LOG_GROUPS = {
  connection: [
    'connected',
    'disconnected',
    'replaced-dead',
    'replaced-alive',
    'held-pending',
    'admitted',
    'pending-refused',
    'promoted',
    'silent-closed',
  ],
  boot: ['booted'],
  fault: ['faulted'],
  security: [
    'unknown-identity',
    'wrong-key',
    'key-missing',
    'profile-mismatch',
    'network-refused',
    'protocol-refused',
    'credential-disabled',
  ],
  message: [
    'rate-exceeded',
    'queue-exceeded',
    'bad-frames',
    'frame-too-long',
    'message-id-reused',
    'transaction-id-reused',
    'unknown-connector',
    'dead-letter',
    'store-failing',
  ],
} as const satisfies Record<string, readonly EventKind[]>

export type DeviceLogGroup = keyof typeof DEVICE_LOG_GROUPS | 'command'

export const DEVICE_LOG_GROUP_NAMES: readonly DeviceLogGroup[] = [
  'connection',
  'boot',
  'fault',
  'command',
  'security',
  'message',
]

/** One line of the device log: something that happened, or something that was asked of a pile. */
export interface DeviceLogRow {
  id: string
  /** Epoch ms. */
  at: number
  source: 'event' | 'command'
  /** Kind of the event or of the command. */
  kind: string
  /** Of an event. */
  severity: 'notice' | 'warning' | 'critical' | null
  /** Of a command: what became of it. */
  state: string | null
  pileId: string | null
  stationId: string | null
  /** What the device called itself, where it is none of ours. */
  identity: string | null
  ip: string | null
  /** The reason, the fault, or what the pile answered. */
  detail: string | null
  /** Who asked for the command. */
  askedBy: string | null
  /** How often it happened in a row. */
  times: number
  /** The frame that told it, `stream:seq`. */
  frame: string | null
}

export interface DeviceLogPage {
  list: DeviceLogRow[]
  /** Cursor of the next, older page; null at the end. */
  next: string | null
  /** With a text: the moment down to which lines were looked through, when older ones were not. Epoch ms. */
  searchedTo: number | null
  /** Names of piles and stations: resource → id → name. */
  labels: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Days that events and commands are kept. */
  kept: { events: number; commands: number }
}
