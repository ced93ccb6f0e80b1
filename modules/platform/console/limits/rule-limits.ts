import type { DisplayLocale } from '@wattyard/money'
import type { ApprovalRule } from '../../contract/calls/approval-rules.ts'
import { shownFen, typedFen } from './typed-limits.ts'

/** Stored limits in fen by permission; null means that the command never waits. */
export type RuleLimits = Readonly<Record<string, number | null>>
/** Form values by permission: yuan as text (empty: never), or whether two people are required. */
export type TypedRules = Readonly<Record<string, string | boolean>>

type Rule = Pick<ApprovalRule, 'resource' | 'command' | 'own' | 'hasLimit'>

export const permissionOf = ({ resource, command }: Pick<Rule, 'resource' | 'command'>): string =>
  `${resource}:${command}`

/** Returns the effective limits as form values: the tenant's, else the product's. */
export function typedRules(rules: readonly Rule[], limits: RuleLimits, lang: DisplayLocale): TypedRules {
  return Object.fromEntries(
    rules.map(rule => {
      const key = permissionOf(rule)
      const limit = key in limits ? (limits[key] ?? null) : rule.own
      if (!rule.hasLimit) return [key, limit !== null]
      return [key, limit === null ? '' : shownFen(limit, lang)]
    }),
  )
}

/** Returns the typed limits without those that equal the product's, and the permissions whose text is no amount. */
export function readRules(
  rules: readonly Rule[],
  typed: TypedRules,
  stored: RuleLimits,
  lang: DisplayLocale,
): { limits: RuleLimits; wrong: ReadonlySet<string> } {
  const wrong = new Set<string>()
  const known = new Map(rules.map(rule => [permissionOf(rule), rule]))
  // Limits of commands that this release does not know are kept.
  const limits = Object.entries(stored).filter(([key]) => !known.has(key))
  for (const [key, rule] of known) {
    const value = typed[key]
    const limit = typeof value === 'string' ? typedFen(value, lang) : value ? 0 : null
    if (limit === undefined) wrong.add(key)
    else if (limit !== rule.own) limits.push([key, limit])
  }
  return { limits: Object.fromEntries(limits), wrong }
}
