import { isByHand, type ChannelKind } from '@wattyard/payments/contract'

/** Cases whose advice names where to look: a bank account and a cash desk have no platform of a merchant. */
export const HINTS_BY_HAND = ['channelOnly', 'channelMissing', 'rowTwice', 'stateDiffers', 'overdue'] as const

/**
 * Returns the key of the words that say what a case means, and what has to be done.
 * @param kind what became of the movement
 * @param channel kind of its channel; undefined while nobody knows it
 */
export function hintOf(kind: string, channel: ChannelKind | undefined): string {
  const isHand = channel !== undefined && isByHand(channel) && HINTS_BY_HAND.some(one => one === kind)
  return `reconciliation.caseHint.${isHand ? 'hand.' : ''}${kind}`
}
