import type { Instant } from '../format/time.ts'

/** Size in pixels at which boards are designed; they are scaled to the screen. */
export const STAGE = { width: 1920, height: 1080 } as const

/** The shown board, the time since when, and whether it is paused. Times are epoch ms. */
export interface Turn {
  readonly index: number
  readonly since: number
  readonly isPaused: boolean
}

export interface Cycle {
  readonly count: number
  readonly every_ms: number
}

/**
 * Returns the turn at a time: the same object until the next board is due. After a long sleep of the machine only one board
 * follows, not all that were missed.
 */
export function turnAt(turn: Turn, now: number, { count, every_ms }: Cycle): Turn {
  if (count > 0 && turn.index >= count) return { ...turn, index: 0, since: now }
  // After the clock was set back, a board must not stay for that long.
  if (now < turn.since) return { ...turn, since: now }
  if (turn.isPaused || count < 2 || now - turn.since < every_ms) return turn
  return { ...turn, index: (turn.index + 1) % count, since: now }
}

/** Returns the turn moved forward or back by hand, around the ends. */
export function step(turn: Turn, by: 1 | -1, now: number, count: number): Turn {
  return count === 0 ? turn : { ...turn, index: (turn.index + by + count) % count, since: now }
}

export interface StageFit {
  readonly scale: number
  readonly left: number
  readonly top: number
}

/** Returns the stage at the largest scale that fits into a window, centred. */
export function fitStage(window: { readonly width: number; readonly height: number }): StageFit {
  const scale = Math.min(window.width / STAGE.width, window.height / STAGE.height)
  return {
    scale,
    left: (window.width - STAGE.width * scale) / 2,
    top: (window.height - STAGE.height * scale) / 2,
  }
}

const SHIFT_EVERY_MS = 60_000
const SHIFTS = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [-4, 4],
  [-4, 0],
  [-4, -4],
  [0, -4],
  [4, -4],
] as const

/** Returns the offset of the picture at a time, in pixels. It changes a little every minute, to prevent burn-in. */
export function shiftAt(now: number): readonly [number, number] {
  return SHIFTS[Math.floor(now / SHIFT_EVERY_MS) % SHIFTS.length] ?? SHIFTS[0]
}

/** Returns whether figures are older than `after_s` seconds. */
export function isOld(asOf: Instant, now: number, after_s: number): boolean {
  return typeof asOf === 'number' && now - asOf > after_s * 1000
}
