import { type Channel, CHANNELS } from './channel.ts'
import type { QuietHours } from './quiet-hours.ts'
import { isAtLeast, type Severity } from './severity.ts'

/** A rule of the tenant: who gets a kind of message, and by which ways. Empty lists of whom mean everybody concerned. */
export interface Rule {
  roles: readonly string[]
  offices: readonly string[]
  duties: readonly string[]
  people: readonly string[]
  channels: readonly Channel[]
  minSeverity: Severity
  quiet: QuietHours | null
  compulsory: boolean
}

/** What a person says for themself about a kind. */
export interface Preference {
  off: readonly Channel[]
  quiet: QuietHours | null
}

export interface Addressee {
  id: string
  roleIds: readonly string[]
  officeIds: readonly string[]
  dutyId: string | null
}

export interface Plan {
  channels: readonly Channel[]
  /** Hours that hold back what leaves the product: the rules' first, then the person's. */
  quiet: readonly QuietHours[]
  compulsory: boolean
}

const meets = (of: readonly string[], wanted: readonly string[]): boolean => wanted.some(one => of.includes(one))

function concerns(rule: Rule, person: Addressee): boolean {
  const { roles, offices, duties, people } = rule
  if (roles.length + offices.length + duties.length + people.length === 0) return true
  return (
    people.includes(person.id) ||
    meets(person.roleIds, roles) ||
    meets(person.officeIds, offices) ||
    (person.dutyId !== null && duties.includes(person.dutyId))
  )
}

/**
 * Returns which ways a message takes to a person whom it concerns. Without any rule for its kind it goes to everybody's
 * inbox; with rules it goes where those that name the person say, together. A person's own word takes away and never
 * adds, and takes nothing from what is compulsory. What is critical minds no quiet hours.
 */
export function planFor(
  rules: readonly Rule[],
  person: Addressee,
  own: Preference | undefined,
  { severity, compulsory }: { severity: Severity; compulsory: boolean },
): Plan {
  const mine = rules.filter(rule => concerns(rule, person) && isAtLeast(severity, rule.minSeverity))
  const wanted = new Set<Channel>(rules.length === 0 ? ['console'] : mine.flatMap(rule => rule.channels))
  const isCompulsory = compulsory || mine.some(rule => rule.compulsory)
  // What the product itself calls compulsory reaches the inbox of everybody concerned, whatever the rules say.
  if (compulsory) wanted.add('console')
  if (own && !isCompulsory) for (const channel of own.off) wanted.delete(channel)
  const quiet = severity === 'critical' ? [] : [...mine.map(rule => rule.quiet), own?.quiet ?? null]
  return {
    channels: CHANNELS.filter(channel => wanted.has(channel)),
    quiet: quiet.filter(hours => hours !== null),
    compulsory: isCompulsory,
  }
}
