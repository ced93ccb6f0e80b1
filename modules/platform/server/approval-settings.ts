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
 * Limits that a tenant sets differently, in fen by permission (`charging.order:refund`): from that much on the command
 * waits for a second person. 0 is always, null never; what is not named keeps the product's own limit. A command that moves no
 * money (`pricing.version:publish`) knows only these two: on and off.
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
 * What may add up on one person's word, fen; null never waits. `memberMonth` is what is given to, or charged to, one member
 * in 30 days, `personDay` and `personMonth` what one person moves in 24 hours and in 30 days. For one member in 24 hours the
 * limit of the command itself holds. `paidInMember` and `paidInPerson` are what may be written down as paid in within 24
 * hours, for one member and by one person: until it is found at the bank, only somebody's word says that it came. A command
 * whose own limit is null neither waits nor counts.
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
