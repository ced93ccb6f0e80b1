import type { MqttEvent } from '../../contract/mqtt.ts'

type Message = Extract<MqttEvent, { kind: 'message' }>
export interface KeptMessage extends Message {
  /** Number counted from the page's first message. */
  readonly number: number
}

export interface MessageLog {
  /** Shown messages, newest first. */
  readonly shown: readonly KeptMessage[]
  /** Messages that came while the list was paused. */
  readonly held: readonly KeptMessage[]
  readonly isPaused: boolean
  readonly count: number
}

/** Largest number of kept messages, so that a tab left open overnight does not grow without limit. */
export const KEPT_MESSAGES = 500

export const EMPTY_LOG: MessageLog = { shown: [], held: [], isPaused: false, count: 0 }

export function addMessage(log: MessageLog, message: Message): MessageLog {
  const kept = { ...message, number: log.count + 1 }
  const key = log.isPaused ? 'held' : 'shown'
  return { ...log, count: kept.number, [key]: [kept, ...log[key]].slice(0, KEPT_MESSAGES) }
}

/** Pauses the list, which then does not move, or shows the messages that came meanwhile. */
export function setPaused(log: MessageLog, isPaused: boolean): MessageLog {
  return isPaused
    ? { ...log, isPaused }
    : { ...log, isPaused, shown: [...log.held, ...log.shown].slice(0, KEPT_MESSAGES), held: [] }
}
