import { activePeople, type Recipient, recipients } from '@wattyard/identity/server'
import type { Tx } from '@wattyard/server-kit'

/** Audience of a notice. With neither roles nor offices it is for everybody in the tenant. */
export interface Audience {
  role_ids: readonly string[] | null
  office_ids: readonly string[] | null
}

export function isFor({ role_ids, office_ids }: Audience, person: Pick<Recipient, 'roleIds' | 'officeIds'>): boolean {
  const [roles, offices] = [role_ids ?? [], office_ids ?? []]
  if (roles.length + offices.length === 0) return true
  return person.roleIds.some(id => roles.includes(id)) || person.officeIds.some(id => offices.includes(id))
}

/** Returns the people that a notice is for, among those active now. */
export async function readersOf(tx: Tx, tenantId: string, audience: Audience): Promise<Recipient[]> {
  const people = await recipients(tx, tenantId, await activePeople(tx, tenantId), null)
  return people.filter(person => isFor(audience, person))
}
