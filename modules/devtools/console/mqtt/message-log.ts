import type { MqttEvent } from '../../contract/mqtt.ts'

type Message = Extract<MqttEvent, { kind: 'message' }>
export interface KeptMessage extends Message {
  /** Counts up from the page's first message. */
  readonly number: number
}

export interface MessageLog {
  /** Newest first. */
  readonly shown: readonly KeptMessage[]
  /** Came while the list was held. */
  readonly held: readonly KeptMessage[]
  readonly isPaused: boolean
  readonly count: number
}

/** A tab that is left open over night must not grow for ever. */
export const KEPT_MESSAGES = 500

export const EMPTY_LOG: MessageLog = { shown: [], held: [], isPaused: false, count: 0 }

export function addMessage(log: MessageLog, message: Message): MessageLog {
  const kept = { ...message, number: log.count + 1 }
  const key = log.isPaused ? 'held' : 'shown'
  return { ...log, count: kept.number, [key]: [kept, ...log[key]].slice(0, KEPT_MESSAGES) }
}

/** While it is paused nothing moves under the reader's eyes; what came since is there when it goes on. */
export function setPaused(log: MessageLog, isPaused: boolean): MessageLog {
  return isPaused
    ? { ...log, isPaused }
    : { ...log, isPaused, shown: [...log.held, ...log.shown].slice(0, KEPT_MESSAGES), held: [] }
}
