/** Shown part of a series, in percent of the whole. */
export interface Window {
  readonly start: number
  readonly end: number
}

export type ZoomStep = 'in' | 'out' | 'earlier' | 'later'

export const WHOLE: Window = { start: 0, end: 100 }
/** Smallest shown part, in percent. */
const NARROWEST = 2

/**
 * Returns the window after one press on a zoom button: in and out halve and double it about its middle; sideways moves by half
 * its width.
 */
export function steppedWindow({ start, end }: Window, step: ZoomStep): Window {
  const width = end - start
  const next = step === 'in' ? Math.max(NARROWEST, width / 2) : step === 'out' ? Math.min(100, width * 2) : width
  const move = step === 'earlier' ? -width / 2 : step === 'later' ? width / 2 : 0
  const from = Math.min(100 - next, Math.max(0, (start + end) / 2 + move - next / 2))
  return { start: from, end: from + next }
}
