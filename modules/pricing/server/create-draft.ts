import { parsePrice } from '@wattyard/money'
import type { CommandInput } from '@wattyard/resource'
import { type Call, type CommandHandler, rowInScope } from '@wattyard/server-kit'
import {
  daysFromTemplate,
  draftOf,
  type DraftPlan,
  periodsOf,
  PROVINCE_TEMPLATES,
  type PeriodPrices,
  version,
} from '../contract/index.ts'
import { mustReachPolicy } from './policies-within-reach.ts'
import { checkPeriodPrices, wrong } from './draft-schema.ts'
import type { Wiring } from './ports.ts'
import { VERSION_INNER } from './rows.ts'
import { insertDraft, lockPolicy } from './versions.ts'

/** A default plan without any price: the editor starts painting here. */
const EMPTY: readonly DraftPlan[] = [{ key: 'default', intervals: [] }]

interface Start {
  plans: readonly DraftPlan[]
  source: string | null
}

/** `createDraft`: empty, a copy, or a province's calendar with the operator's prices. */
export function createDraft({ live, clock }: Wiring): CommandHandler<typeof version, 'createDraft'> {
  return async (call, _rows, input) => {
    const policy = await lockPolicy(call.tx, input.policy)
    await mustReachPolicy(call.tx, call.caller, policy.id, clock.now())
    const { plans, source } = await startOf(call, input)
    const { caller } = call
    const draft = await insertDraft(call.tx, {
      tenantId: caller.tenantId,
      policy,
      plans,
      source,
      editor: { id: caller.userId, name: caller.displayName },
    })
    call.tx.afterCommit(() =>
      live?.publish({
        tenantId: caller.tenantId,
        topic: version.name,
        stationId: null,
        data: { id: draft.id, state: 'draft' },
      }),
    )
    return draft
  }
}

async function startOf(call: Call, input: CommandInput<typeof version, 'createDraft'>): Promise<Start> {
  switch (input.from) {
    case 'version': {
      if (!input.copyOf) throw wrong('copyOf', { key: 'kernel.field.required' })
      const row = await rowInScope(call.tx, call.caller, version, input.copyOf, { inner: VERSION_INNER })
      return { plans: row.plans, source: `version:${row.number}` }
    }
    case 'template': {
      const template = PROVINCE_TEMPLATES.find(({ key }) => key === input.template)
      if (!template) throw wrong('template', { key: 'kernel.field.noSuchRecord' })
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
    if (!pair) throw wrong(`prices.${period}`, { key: 'kernel.field.required' })
    prices[period] = { electricity: parsePrice(pair.electricity), service: parsePrice(pair.service) }
  }
  return prices
}
