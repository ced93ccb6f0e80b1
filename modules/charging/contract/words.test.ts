import { describe, expect, test } from 'vitest'
import zh from '../locales/zh.json' with { type: 'json' }
import { REMEDIES } from './abnormal/abnormal-rule.ts'
import { ABNORMAL_RULES } from './abnormal/abnormal-rules.ts'
import { REASONS } from './abnormal/reasons.ts'
import { CONFIDENCES, ENERGY_RULES } from './energy/energy-rules.ts'
import { HELD_RULE } from './held-money.ts'
import { ORDER_STATES, ORDER_TRANSITIONS } from './order-table.ts'
import { REFUND_SOURCES } from './settle-plan.ts'
import { SUPERVISOR_RULES } from './supervise/supervisor-rules.ts'

const refusals = Object.values(ORDER_TRANSITIONS)
  .flatMap(row => Object.values(row))
  .filter(cell => typeof cell === 'string')

describe('words', () => {
  test.each([
    ['energyRule', Object.keys(ENERGY_RULES)],
    ['abnormalRule', ABNORMAL_RULES.map(rule => rule.code)],
    ['supervisorRule', [...SUPERVISOR_RULES.map(rule => rule.code), HELD_RULE.code]],
    ['orderState', ORDER_STATES],
    ['remedy', REMEDIES],
    ['confidence', CONFIDENCES],
    ['refundSource', REFUND_SOURCES],
  ] as const)('%s: every code has words, and no word is left over', (group, codes) => {
    expect(Object.keys(zh.charging[group]).toSorted()).toEqual([...codes].toSorted())
  })

  test('a filter offers every reason with the numbers of its rules', () => {
    const rules = [...ABNORMAL_RULES, ...SUPERVISOR_RULES, HELD_RULE]
    const byCode = Map.groupBy(rules, ({ code }) => code)
    expect(REASONS).toEqual(Object.fromEntries([...byCode].map(([code, own]) => [code, own.map(({ id }) => id)])))
    // A number that two rules share names neither.
    expect(rules.map(({ id }) => id)).toEqual([...new Set(rules.map(({ id }) => id))])
  })

  test('every refusal of the state machine has words', () => {
    expect(refusals.length).toBeGreaterThan(0)
    for (const code of refusals) expect(zh).toHaveProperty(code.replace('charging.', 'charging.error.'))
  })

  // OCPP 1.6 §7.36 and OCPP 2.0.1 ReasonEnumType.
  test.each(
    [
      'DeAuthorized EmergencyStop EVDisconnected HardReset Local Other PowerLoss Reboot Remote SoftReset UnlockCommand',
      'EnergyLimitReached GroundFault ImmediateReset LocalOutOfCredit MasterPass OvercurrentFault PowerQuality',
      'SOCLimitReached StoppedByEV TimeLimitReached Timeout',
    ].flatMap(line => line.split(' ')),
  )('stop reason %s of the protocols has words', reason => {
    expect(zh.charging.order.stopReasonValue).toHaveProperty(reason)
  })

  test('every kind and severity has words', () => {
    for (const { kind, severity } of ABNORMAL_RULES) {
      expect(zh.charging.abnormalKind).toHaveProperty(kind)
      expect(zh.charging.severity).toHaveProperty(severity)
    }
  })
})
