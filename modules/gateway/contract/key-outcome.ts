import type { COMMAND_STATES } from './command.ts'

type CommandState = (typeof COMMAND_STATES)[number]

/**
 * `waits`: the command is under way · `taken`: it is the pile's key · `dropped`: it is invalid · `unclear`: old and new key are
 * valid until the pile uses one.
 */
export type KeyOutcome = 'waits' | 'taken' | 'dropped' | 'unclear'

const OUTCOMES: Readonly<Record<CommandState, KeyOutcome>> = {
  queued: 'waits',
  sent: 'waits',
  accepted: 'taken',
  rejected: 'dropped',
  'not-supported': 'dropped',
  'unknown-key': 'dropped',
  offline: 'dropped',
  scheduled: 'unclear',
  'reboot-required': 'unclear',
  failed: 'unclear',
  'timed-out': 'unclear',
}

/** Returns the state of a station key that was sent to its pile, from the state of the delivering command (decision 341). */
export const keyOutcome = (state: CommandState | undefined): KeyOutcome =>
  state === undefined ? 'waits' : OUTCOMES[state]
