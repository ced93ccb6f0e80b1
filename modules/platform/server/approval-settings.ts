import type { Tx } from '@wattyard/server-kit'
import { z } from 'zod'
import { declareSetting, settingOf } from './settings.ts'

/** Largest limit: ten million yuan, far above any single command and safe in a JSON number. */
const MAX_LIMIT_FEN = 1_000_000_000

/**
 * Limits that a tenant sets differently, in fen by permission (`charging.order:refund`): from that much on the command
 * waits for a second person. 0 is always, null never; what is not named keeps the product's own limit.
 */
export const fourEyesLimits = declareSetting({
  key: 'platform.fourEyesLimits',
  schema: z.record(
    z.string().regex(/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*:[a-z][a-zA-Z]*$/),
    z.number().int().min(0).max(MAX_LIMIT_FEN).nullable(),
  ),
  initial: {},
})

/** How long a request waits before it lapses. */
export const approvalHours = declareSetting({
  key: 'platform.approvalHours',
  schema: z.number().int().min(1).max(720),
  initial: 72,
})

/** The limit of a command for the transaction's tenant, fen; null when it never waits. */
export async function limitOf(tx: Tx, permission: string, own: bigint | null): Promise<bigint | null> {
  const limits = await settingOf(tx, fourEyesLimits)
  const set = limits[permission]
  return set === undefined ? own : set === null ? null : BigInt(set)
}
