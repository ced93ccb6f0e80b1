/** Part of a course that is shown, in percent of the whole. */
export interface Window {
  readonly start: number
  readonly end: number
}

export type ZoomStep = 'in' | 'out' | 'earlier' | 'later'

export const WHOLE: Window = { start: 0, end: 100 }
/** Less than this is no stretch of a course any more. */
const NARROWEST = 2

/** Returns the window after a step of the buttons: in and out about its middle, to the sides by half of it. */
export function steppedWindow({ start, end }: Window, step: ZoomStep): Window {
  const width = end - start
  const next = step === 'in' ? Math.max(NARROWEST, width / 2) : step === 'out' ? Math.min(100, width * 2) : width
  const move = step === 'earlier' ? -width / 2 : step === 'later' ? width / 2 : 0
  const from = Math.min(100 - next, Math.max(0, (start + end) / 2 + move - next / 2))
  return { start: from, end: from + next }
}
