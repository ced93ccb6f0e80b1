import { type Channel, CHANNELS } from './channel.ts'
import type { QuietHours } from './quiet-hours.ts'
import { isAtLeast, type Severity } from './severity.ts'

/** A rule of the tenant: recipients and channels of a kind of message. Empty lists of recipients mean everybody concerned. */
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

/** A person's own preference for a kind. */
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
  /** Quiet hours of messages that leave the product: those of the rules first, then the person's. */
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
 * Returns the channels of a message to a person concerned. Without rules for its kind it goes to the inbox; with rules it goes to
 * the channels of all rules that match the person. The person's preference only removes channels, and none of a compulsory
 * message. Critical messages ignore quiet hours.
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
  // A kind that the product declares compulsory reaches the inbox of everybody concerned, whatever the rules are.
  if (compulsory) wanted.add('console')
  if (own && !isCompulsory) for (const channel of own.off) wanted.delete(channel)
  const quiet = severity === 'critical' ? [] : [...mine.map(rule => rule.quiet), own?.quiet ?? null]
  return {
    channels: CHANNELS.filter(channel => wanted.has(channel)),
    quiet: quiet.filter(hours => hours !== null),
    compulsory: isCompulsory,
  }
}
