import { Refusal } from '@wattyard/server-kit'
import type { JournalResult } from '../contract/index.ts'

export type Posted = Extract<JournalResult, { outcome: 'posted' | 'repeated' }>

/**
 * Returns the result of posting one journal for a command, or refuses with the reason.
 *
 * @throws Refusal `ledger.insufficient` and its sisters, `ledger.keyReused`
 */
export function mustPost<R extends JournalResult>(
  result: R | undefined,
): Extract<R, { outcome: 'posted' | 'repeated' }> {
  if (!result) throw new Error('a journal got no answer')
  if (result.outcome === 'refused') throw new Refusal(`ledger.${result.reason}`)
  if (result.outcome === 'conflict') throw new Refusal('ledger.keyReused', { status: 422 })
  // Only the other outcomes remain; the compiler cannot narrow a type parameter.
  return result as Extract<R, { outcome: 'posted' | 'repeated' }>
}
