/** Price periods: J 尖 critical peak, F 峰 peak, P 平 flat, G 谷 valley, S 深谷 deep valley. */
export type PeriodKind = 'J' | 'F' | 'P' | 'G' | 'S'

/** Order for display and for ties (trust rule: J, F, P, G, deep valley). */
export const PERIOD_KINDS: readonly PeriodKind[] = ['J', 'F', 'P', 'G', 'S']

/**
 * Precedence where published schedules overlap, strongest first: a wide flat row is a background, critical peak overrides peak,
 * deep valley overrides valley (as the provincial price notices are written).
 */
export const PERIOD_PRECEDENCE: readonly PeriodKind[] = ['J', 'S', 'F', 'G', 'P']

export function isPeriodKind(text: string): text is PeriodKind {
  return text === 'J' || text === 'F' || text === 'P' || text === 'G' || text === 'S'
}

/** Returns the period with the higher precedence. */
export function strongerPeriod(a: PeriodKind, b: PeriodKind): PeriodKind {
  return PERIOD_PRECEDENCE.indexOf(a) <= PERIOD_PRECEDENCE.indexOf(b) ? a : b
}
