import { DEVICE_RULES } from './abnormal-device-rules.ts'
import { METER_RULES } from './abnormal-meter-rules.ts'
import { ORDER_RULES } from './abnormal-order-rules.ts'
import type { AbnormalFinding, AbnormalInput, AbnormalRule } from './abnormal-rule.ts'

/** All rules by number. Texts for `code` are in the locales (`charging.abnormal.*`). */
export const ABNORMAL_RULES: readonly AbnormalRule[] = [...DEVICE_RULES, ...METER_RULES, ...ORDER_RULES].toSorted(
  (a, b) => (a.id < b.id ? -1 : 1),
)

/** Returns every rule that applies, with its evidence. Pure: the same input gives the same findings. */
export function findAbnormal(input: AbnormalInput): AbnormalFinding[] {
  return ABNORMAL_RULES.flatMap(({ id, code, kind, severity, blocks, remedies, find }) => {
    const evidence = find(input)
    return evidence === null ? [] : [{ rule: id, code, kind, severity, blocks, evidence, remedies }]
  })
}
