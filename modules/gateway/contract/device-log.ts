import type { EventKind } from './event.ts'

/** Groups of the device log with their kinds of events. Commands are a separate group. */
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

export const DEVICE_LOG_GROUP_NAMES = [
  'connection',
  'boot',
  'fault',
  'command',
  'failed',
  'security',
  'message',
] as const
/** Commands, and those of them that failed, are in no list of events. */
export type DeviceLogGroup = (typeof DEVICE_LOG_GROUP_NAMES)[number]
