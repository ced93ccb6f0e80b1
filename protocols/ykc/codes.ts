/** Words for the numbers in YKC bodies, by dictionary. */
export const KIND = { 0: 'dc', 1: 'ac' } as const
export const NETWORK = { 0: 'sim', 1: 'lan', 2: 'wan', 3: 'other' } as const
export const CARRIER = { 1: 'mobile', 2: 'telecom', 3: 'unicom', 4: 'other' } as const
export const LOGIN = { 0: 'accepted', 1: 'refused' } as const
export const HEALTH = { 0: 'normal', 1: 'fault' } as const
export const MODEL = { 0: 'same', 1: 'differs' } as const
export const RATE = { 0: 'tip', 1: 'peak', 2: 'flat', 3: 'valley' } as const
export const STATE = { 0: 'offline', 1: 'fault', 2: 'idle', 3: 'charging' } as const
export const RETURNED = { 0: 'no', 1: 'yes', 2: 'unknown' } as const
export const YES_NO = { 0: 'no', 1: 'yes' } as const
export const DONE = { 0: 'failed', 1: 'done' } as const
export const ASKED_BY = { 1: 'card', 2: 'account', 3: 'vin' } as const
export const CHARGE_MODE = { 1: 'constant-voltage', 2: 'constant-current' } as const
export const GUN_ROLE = { 0: 'main', 1: 'second' } as const
export const START_REFUSAL = {
  0: 'none',
  1: 'no-account',
  2: 'account-frozen',
  3: 'balance-low',
  4: 'open-bill',
  5: 'pile-disabled',
  6: 'not-here',
  7: 'wrong-password',
  8: 'station-capacity',
  9: 'no-vin',
  10: 'pile-open-bill',
  11: 'no-cards',
} as const
export const START_FAILURE = {
  0: 'none',
  1: 'number-differs',
  2: 'charging-already',
  3: 'fault',
  4: 'offline',
  5: 'not-plugged',
} as const
export const STOP_FAILURE = { 0: 'none', 1: 'number-differs', 2: 'not-charging', 3: 'other' } as const
export const BILL_RESULT = { 0: 'accepted', 1: 'invalid' } as const
export const BALANCE_RESULT = { 0: 'done', 1: 'number-differs', 2: 'card-differs' } as const
export const STARTED_BY = { 1: 'app', 2: 'card', 4: 'offline-card', 5: 'vin' } as const
export const LOCK_STATE = { 0: 'moving', 0x55: 'raised', 0xff: 'lowered' } as const
export const LOCK_CAR = { 0: 'no-car', 0xff: 'car' } as const
export const LOCK_ALARM = { 0: 'none', 0xff: 'arm-broken', 0x55: 'stuck' } as const
export const LOCK_MOVE = { 0x55: 'raise', 0xff: 'lower' } as const
export const WHEN = { 1: 'now', 2: 'idle' } as const
export const UPDATE_RESULT = { 0: 'done', 1: 'number-differs', 2: 'model-differs', 3: 'timed-out' } as const

/** Bits of the hardware fault of real-time data, from the lowest on. */
export const HARDWARE = [
  'emergency-stop',
  'no-module',
  'outlet-hot',
  'ac-surge',
  'dc20-silent',
  'insulation-silent',
  'meter-silent',
  'card-reader-silent',
  'rc10-silent',
  'fan-board',
  'dc-fuse',
  'contactor',
  'door-open',
] as const

/** Why a session ended or did not begin. */
export const STOP = {
  0x40: 'remote',
  0x41: 'full',
  0x42: 'energy-reached',
  0x43: 'money-reached',
  0x44: 'time-reached',
  0x45: 'manual',
  0x4a: 'start-control',
  0x4b: 'start-pilot',
  0x4c: 'start-breaker',
  0x4d: 'start-meter',
  0x4e: 'start-balance',
  0x4f: 'start-module',
  0x50: 'start-emergency',
  0x51: 'start-surge',
  0x52: 'start-bms',
  0x53: 'start-temperature',
  0x54: 'start-reversed',
  0x55: 'start-lock',
  0x56: 'start-closing',
  0x57: 'start-insulation',
  0x59: 'start-bhm',
  0x5a: 'start-brm',
  0x5b: 'start-bcp',
  0x5c: 'start-bro',
  0x5d: 'start-bcs',
  0x5e: 'start-bcl',
  0x5f: 'start-bsm',
  0x60: 'start-handshake',
  0x61: 'start-handshake',
  0x62: 'start-handshake',
  0x63: 'start-handshake',
  0x64: 'start-handshake',
  0x6a: 'abort-locked',
  0x6b: 'abort-pilot',
  0x6c: 'abort-breaker',
  0x6d: 'abort-meter',
  0x6e: 'abort-balance',
  0x6f: 'abort-ac',
  0x70: 'abort-dc',
  0x71: 'abort-module',
  0x72: 'abort-emergency',
  0x73: 'abort-surge',
  0x74: 'abort-temperature',
  0x75: 'abort-output',
  0x76: 'abort-no-current',
  0x77: 'abort-lock',
  0x79: 'abort-voltage',
  0x7a: 'abort-current',
  0x7b: 'abort-battery',
  0x7c: 'abort-battery',
  0x7d: 'abort-battery',
  0x7e: 'abort-battery',
  0x7f: 'abort-battery',
  0x80: 'abort-battery',
  0x81: 'abort-battery-state',
  0x82: 'abort-car',
  0x83: 'abort-power-cut',
  0x84: 'abort-bcs',
  0x85: 'abort-bcl',
  0x86: 'abort-bsm',
  0x87: 'abort-bst',
  0x88: 'abort-bsd',
  0x89: 'abort-ccs',
  0x90: 'abort-unknown',
} as const
