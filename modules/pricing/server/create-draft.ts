import { parsePrice } from '@wattyard/money'
import type { CommandInput } from '@wattyard/resource'
import type { Beginning, Call } from '@wattyard/server-kit'
import {
  daysFromTemplate,
  draftOf,
  type DraftPlan,
  periodsOf,
  PROVINCE_TEMPLATES,
  type PeriodPrices,
  type version,
} from '../contract/index.ts'
import { mustReachPolicy } from './policies-within-reach.ts'
import { checkPeriodPrices, invalidField } from './draft-schema.ts'
import type { Wiring } from './ports.ts'
import type { VersionRow } from './rows.ts'
import { judgePlans, policyOf } from './versions.ts'

/** A default plan without any price: the editor starts painting here. */
const EMPTY: readonly DraftPlan[] = [{ key: 'default', intervals: [] }]

interface Start {
  plans: readonly DraftPlan[]
  source: string | null
}

/** Returns the initial content of a draft: empty, the plans of a version, or a province's calendar with the operator's prices. */
export async function beginDraft(
  { clock }: Wiring,
  { tx, caller }: Pick<Call, 'tx' | 'caller'>,
  input: CommandInput<typeof version, 'createDraft'>,
  copied: VersionRow | null,
): Promise<Beginning<DraftPlan[]>> {
  const policy = await policyOf(tx, input.policy)
  await mustReachPolicy(tx, caller, policy.id, clock.now())
  const { plans, source } = startOf(input, copied)
  return { body: [...plans], source, judged: judgePlans(plans, policy.zone) }
}

function startOf(input: CommandInput<typeof version, 'createDraft'>, copied: VersionRow | null): Start {
  switch (input.from) {
    case 'version': {
      if (!copied) throw invalidField('copyOf', { key: 'kernel.field.required' })
      return { plans: copied.plans, source: `version:${copied.number}` }
    }
    case 'template': {
      const template = PROVINCE_TEMPLATES.find(({ key }) => key === input.template)
      if (!template) throw invalidField('template', { key: 'kernel.field.noSuchRecord' })
      return {
        plans: draftOf(daysFromTemplate(template, pricesFor(template, input.prices))),
        source: `template:${template.key}`,
      }
    }
    default:
      return { plans: EMPTY, source: null }
  }
}

/** Every period that the calendar uses needs its prices; the missing ones are named. */
function pricesFor(template: (typeof PROVINCE_TEMPLATES)[number], input: unknown): PeriodPrices {
  const texts = checkPeriodPrices(input ?? {})
  const prices: { -readonly [K in keyof PeriodPrices]: PeriodPrices[K] } = {}
  for (const period of periodsOf(template)) {
    const pair = texts[period]
    if (!pair) throw invalidField(`prices.${period}`, { key: 'kernel.field.required' })
    prices[period] = { electricity: parsePrice(pair.electricity), service: parsePrice(pair.service) }
  }
  return prices
}
