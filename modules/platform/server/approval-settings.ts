import type { Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import {
  APPROVAL_HOURS,
  FOUR_EYES_LIMITS,
  INITIAL_CAPS,
  MAX_LIMIT_FEN,
  MOST_HOURS,
  WORD_CAPS,
} from '../contract/limits.ts'
import { declareSetting, settingOf } from './settings.ts'

/**
 * Setting: a tenant's own limits in fen by permission (`charging.order:refund`), from which the command needs a second person. 0
 * means always, null never; a missing key keeps the product's limit. For commands without money (`pricing.version:publish`) only
 * these two apply.
 */
export const fourEyesLimits = declareSetting({
  key: FOUR_EYES_LIMITS,
  schema: z.record(
    z.string().regex(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*:[a-z][a-zA-Z]*$/),
    z.number().int().min(0).max(MAX_LIMIT_FEN).nullable(),
  ),
  initial: {},
})

const cap = z.number().int().min(0).max(MAX_LIMIT_FEN).nullable()

/**
 * Setting: sums in fen that may be moved without a second person; null means no cap. `memberMonth` is given or charged to one
 * member in 30 days, `personDay` and `personMonth` are moved by one person in 24 hours and in 30 days. For one member in 24 hours
 * the command's own limit applies. `paidInMember` and `paidInPerson` are recorded as paid in within 24 hours, for one member and
 * by one person: until the money is found at the bank, the record rests on that person's statement. A command whose own limit is
 * null neither needs approval nor counts.
 */
export const wordCaps = declareSetting({
  key: WORD_CAPS,
  schema: z.strictObject({
    memberMonth: cap,
    personDay: cap,
    personMonth: cap,
    paidInMember: cap.default(INITIAL_CAPS.paidInMember),
    paidInPerson: cap.default(INITIAL_CAPS.paidInPerson),
  }),
  initial: INITIAL_CAPS,
})

/** How long a request waits before it lapses. */
export const approvalHours = declareSetting({
  key: APPROVAL_HOURS,
  schema: z.number().int().min(1).max(MOST_HOURS),
  initial: 72,
})

/** Returns the limit of a command for the transaction's tenant, fen; null when it never waits. */
export async function limitOf(tx: Tx, permission: string, own: bigint | null): Promise<bigint | null> {
  const limits = await settingOf(tx, fourEyesLimits)
  const set = limits[permission]
  return set === undefined ? own : set === null ? null : BigInt(set)
}
