import { meansUnsupported } from './error-word.ts'

/** Commands to a pile, independent of its protocol. */
export type PileCommand =
  | {
      kind: 'remote-start'
      tag: string
      /** Connector number within the pile; null lets the pile choose. */
      connector: number | null
      /** Number that a 2.x pile repeats in the session it starts. */
      remoteStartId: number
    }
  | { kind: 'remote-stop'; transactionId: string }
  | { kind: 'reset'; mode: 'soft' | 'hard' }
  | { kind: 'unlock'; connector: number }
  | {
      kind: 'change-availability'
      /** 0 means the whole pile. */
      connector: number
      operative: boolean
    }
  | {
      kind: 'get-configuration'
      /** Empty requests everything. */
      keys: readonly string[]
      /** Number that a 2.x pile repeats in the reports it sends when everything was requested. */
      requestId: number
    }
  | { kind: 'set-configuration'; key: string; value: string }
  | { kind: 'trigger'; message: TriggerMessageName; connector: number | null }
  | {
      kind: 'get-diagnostics'
      requestId: number
      /** Address to which the pile uploads. */
      location: string
      from: number | null
      to: number | null
    }
  | {
      kind: 'update-firmware'
      requestId: number
      location: string
      /** Epoch ms from which the pile may fetch it. */
      retrieveAt: number
      retries: number | null
      retryInterval_s: number | null
    }
  | { kind: 'clear-cache' }
  | { kind: 'data-transfer'; vendorId: string; messageId: string | null; data: string | null }

export type TriggerMessageName =
  | 'boot'
  | 'heartbeat'
  | 'status'
  | 'meter-values'
  | 'firmware-status'
  | 'diagnostics-status'

/**
 * - `accepted`: done or begun
 * - `scheduled`: later (after the session, after a download)
 * - `reboot-required`: takes effect after a restart
 * - `rejected`: the pile refuses
 * - `not-supported`: the pile cannot do it
 * - `unknown-key`: no such configuration key or vendor message
 * - `failed`: the pile tried and failed, or its answer could not be read
 */
export type CommandStatus =
  | 'accepted'
  | 'scheduled'
  | 'reboot-required'
  | 'rejected'
  | 'not-supported'
  | 'unknown-key'
  | 'failed'

export interface CommandOutcome {
  status: CommandStatus
  /** The pile's own status and reason, if it gave one; shown to the operator. */
  detail: string | null
  /** Configuration as answered, in the order of the answer. */
  values?: ConfigurationValue[]
  /** Keys that the pile does not know. */
  unknownKeys?: string[]
  /** Transaction that the pile had already begun when asked to start one (2.x). */
  transactionId?: string
  /** File that the pile will upload. */
  fileName?: string
  /** What the pile sent back in a data transfer. */
  data?: string
}

export interface ConfigurationValue {
  key: string
  /** Null when the pile has the key and no value, or may not show it. */
  value: string | null
  readonly: boolean
}

/** A command as a call of one version, or why that version cannot express it. */
export type BuiltCommand = { ok: true; action: string; payload: object } | { ok: false; reason: string }

/** Outcome of a command answered with a CALLERROR: not supported, or failed. */
export function outcomeOfError(code: string, description: string): CommandOutcome {
  const detail = description === '' ? code : `${code}: ${description}`
  return { status: meansUnsupported(code) ? 'not-supported' : 'failed', detail }
}

/** Returns the outcome of an answer that does not have the form of its action. */
export function unreadableAnswer(description: string): CommandOutcome {
  return { status: 'failed', detail: `unreadable answer: ${description}` }
}
