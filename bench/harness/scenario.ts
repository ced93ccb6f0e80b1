import type { Figure } from './report.ts'

export interface RunOptions {
  /** A small and short variant that shows that everything works; its figures mean nothing. */
  quick: boolean
}

export interface Scenario {
  name: string
  about: string
  run(options: RunOptions): Promise<Figure[]>
}

/** What went wrong is a failed run, never a figure. */
export function insist(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what)
}
