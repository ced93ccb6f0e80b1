import type { COMMAND_STATES } from './command.ts'

type CommandState = (typeof COMMAND_STATES)[number]

/** `taken`: it is the pile's key. `dropped`: it opens nothing. `unclear`: both open until the pile shows which it has. */
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

/** What becomes of a station key that was sent to its pile, by the state of the command that brings it (decision 341). */
export const keyOutcome = (state: CommandState | undefined): KeyOutcome =>
  state === undefined ? 'waits' : OUTCOMES[state]
