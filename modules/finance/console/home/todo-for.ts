import { may, type Me } from '@wattyard/console-kit'
import type { Todo } from '../../contract/index.ts'

/** Actions of rows with their letters. */
export const LETTERS = {
  reset: 'r',
  close: 'c',
  approve: 'a',
  publish: 'p',
  admit: 'i',
  handle: 'h',
  look: 'v',
} as const
export type Action = keyof typeof LETTERS

/** Action of each kind, with the permission that it takes. */
const OF_KIND: Readonly<Record<Todo['kind'], readonly [Action, permission: string]>> = {
  fault: ['reset', 'gateway.command:reset'],
  // The console cannot bring a pile back; people look at its place and its last sign of life.
  offline: ['look', 'assets.pile:read'],
  abnormal: ['handle', 'charging.abnormal:handle'],
  ledger: ['handle', 'finance.books:verify'],
  draft: ['publish', 'pricing.version:publish'],
  dayClose: ['close', 'finance.dayClose:close'],
  approveClose: ['approve', 'finance.dayClose:approve'],
  monthClose: ['close', 'finance.monthClose:close'],
  approval: ['approve', 'platform.approval:approve'],
  refund: ['approve', 'payments.refund:approve'],
  payOut: ['handle', 'payments.refundPart:payOut'],
  payOutFailed: ['handle', 'payments.refundPart:payOut'],
  payOutStuck: ['look', 'payments.refundPart:payOut'],
  payOutUnheard: ['look', 'payments.refundPart:payOut'],
  difference: ['handle', 'reconciliation.outcome:remedy'],
  channelFile: ['handle', 'reconciliation.file:create'],
  pendingPile: ['admit', 'gateway.pendingPile:approve'],
  unopened: ['handle', 'assets.station:open'],
}

/** Permissions of which one is needed for an order that is held: marking its findings as handled is not enough. */
const DECISIONS = ['settleByHand', 'acceptEstimate', 'waive'].map(command => `charging.order:${command}`)

/** Kinds of faults, as opposed to work that waits for somebody. */
const WRONG: ReadonlySet<Todo['kind']> = new Set(['abnormal', 'offline', 'fault', 'ledger'])

/** Returns whether an item is a fault: it persists, so it cannot be postponed. */
export function isWrong({ kind }: Pick<Todo, 'kind'>): boolean {
  return WRONG.has(kind)
}

/**
 * Returns the action that a person can take on an item; undefined when there is none. Whoever may not mend a fault, or finds no pile to
 * restart, may still look at it where the page that shows it is open to them.
 */
export function actionOf(
  { kind, targets = [], held = false, link }: Todo,
  me: Me | null,
  canOpen: (path: string) => boolean,
): Action | undefined {
  const [action, permission] = OF_KIND[kind]
  const isPossible = action === 'reset' ? targets.length > 0 : action === 'close' || canOpen(link.path)
  const mayAct = held ? DECISIONS.some(one => may(me, one)) : may(me, permission)
  if (isPossible && mayAct) return action
  return WRONG.has(kind) && canOpen(link.path) ? 'look' : undefined
}
