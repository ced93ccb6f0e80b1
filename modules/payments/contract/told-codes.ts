/**
 * Reasons of WeChat Pay that have words of ours: those by which it refuses a payment or a refund for good (APIv3, error codes of the native
 * order and of the refund). Others are shown as it says them.
 */
export const TOLD_CODES = [
  'ACCOUNT_ERROR',
  'APPID_MCHID_NOT_MATCH',
  'INVALID_REQUEST',
  'MCH_NOT_EXISTS',
  'NO_AUTH',
  'NOT_ENOUGH',
  'PARAM_ERROR',
  'RESOURCE_NOT_EXISTS',
  'RULE_LIMIT',
  'SIGN_ERROR',
  'TRADE_OVERDUE',
  'USER_ACCOUNT_ABNORMAL',
] as const

/** Returns the key of the words for what a channel said; null where it has none. */
export function toldWord(code: unknown): `payments.told.${(typeof TOLD_CODES)[number]}` | null {
  const found = TOLD_CODES.find(one => one === code)
  return found === undefined ? null : `payments.told.${found}`
}
