import type { AnyRecord } from '@wattyard/console-kit'
import { texts } from './remedies.ts'

/** Commands of an order that decide it, so that its findings close. */
const DECISIONS = ['settleByHand', 'acceptEstimate', 'waive']

/**
 * Returns the key of the text that says how a case which keeps its order from being settled ends, by what this person may do:
 * decide about the order, assign the case to somebody who may, or neither. Null for a case that ends with its own commands.
 */
export function decideWord(record: Pick<AnyRecord, 'can'> & Readonly<Record<string, unknown>>): string | null {
  if (record.state !== 'open' || record.blocks !== true || record.orderState !== 'abnormal') return null
  if (DECISIONS.some(command => texts(record.orderCan).includes(command))) return 'charging.errPage.decideFirst'
  return record.can.includes('assign') ? 'charging.errPage.assignToDecide' : 'charging.errPage.othersDecide'
}
