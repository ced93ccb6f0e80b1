/** Number of steps that can be undone; older ones are dropped. */
export const MAX_STEPS = 200

export interface History<T> {
  readonly past: readonly T[]
  readonly now: T
  readonly future: readonly T[]
}

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [] }
}

/** Adds a step. The same value again adds none. */
export function step<T>(history: History<T>, next: T): History<T> {
  if (next === history.now) return history
  return { past: [...history.past, history.now].slice(-MAX_STEPS), now: next, future: [] }
}

/** Replaces the current value without a step of its own, for the rest of a stroke that has begun. */
export function amend<T>(history: History<T>, next: T): History<T> {
  return { ...history, now: next }
}

export function undo<T>({ past, now, future }: History<T>): History<T> {
  const before = past.at(-1)
  return before === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

export function redo<T>({ past, now, future }: History<T>): History<T> {
  const [after, ...rest] = future
  return after === undefined ? { past, now, future } : { past: [...past, now], now: after, future: rest }
}
