import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'
import { INITIAL_RISK_RULES, RISK_RULES_SETTING, type RiskRules } from '../../contract/index.ts'

const whole = (min: number, max: number) => z.int().min(min).max(max)

const riskRules: z.ZodType<RiskRules> = z.strictObject({
  failedCodes: z.strictObject({ count: whole(1, 1_000), days: whole(1, 90) }),
  quickRefund: z.strictObject({ count: whole(1, 1_000), hours: whole(1, 720), days: whole(1, 365) }),
  oldDebt: z.strictObject({ days: whole(1, 3_650) }),
  nearLimit: z.strictObject({
    limit_fen: whole(1, 100_000_000),
    share: whole(1, 100),
    count: whole(1, 1_000),
    days: whole(1, 365),
  }),
})

/** Thresholds of the rules that flag members. */
export const riskRulesSetting = declareSetting({
  key: RISK_RULES_SETTING,
  schema: riskRules,
  initial: INITIAL_RISK_RULES,
})
