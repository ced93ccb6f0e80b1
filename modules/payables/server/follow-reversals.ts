import type { ReversalFollower } from '@wattyard/ledger/server'
import { Refusal } from '@wattyard/server-kit'
import { ALLOCATION_SOURCE, DOCUMENT_SOURCE } from '../contract/sources.ts'

/**
 * Journals of documents and allocations are taken back where they were made, and nowhere else: a reversal of the journal alone would leave
 * the document open, or settled.
 */
export const followPayablesReversals: ReversalFollower = {
  async mayReverse(_tx, { source }) {
    if (source.type === DOCUMENT_SOURCE) throw new Refusal('payables.cancelInstead')
    if (source.type === ALLOCATION_SOURCE) throw new Refusal('payables.undoInstead')
  },
  async reversed() {},
}
