import type { CommandCall, LiveBus } from '@wattyard/server-kit'
import { refund, refundPart } from '../../contract/index.ts'

/** Tells open screens of refunds that a command has changed one, after its commit; returns the command's answer. */
export type RefundNews = <T>(call: Pick<CommandCall, 'tx' | 'caller'>, answer: Promise<T>) => Promise<T>

/** Returns the teller. A refund and its parts change together, so both lists read again. */
export const refundNews =
  (live: LiveBus | undefined): RefundNews =>
  async ({ tx, caller: { tenantId } }, answer) => {
    const done = await answer
    tx.afterCommit(() => {
      for (const { name } of [refund, refundPart]) live?.publish({ tenantId, topic: name, stationId: null, data: null })
    })
    return done
  }
