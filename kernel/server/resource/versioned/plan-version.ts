import { planPublication, problemOfPublication, type Publication, type Resource } from '@wattyard/resource'
import type { Call } from '../../http/route.ts'
import { Refusal } from '../../refusal.ts'
import type { AnySecondPersonRule } from '../second-person.ts'
import type { AnyVersion, AnyVersionDoors, Asking } from './version-doors.ts'
import { bodyColumn, ownerColumn, validitiesOf, type VersionTable } from './version-store.ts'

export type VersionedResource = Resource & VersionTable
type Refused = Extract<Publication, { readonly ok: false }>
export type Planned = Exclude<Publication, Refused>

const instant = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Id of what a version is of. */
export const ownerOf = (resource: VersionTable, row: AnyVersion): string => String(row[ownerColumn(resource)])

/**
 * What publishing a draft now would do; its owner is locked. Null for versions without times.
 *
 * @throws Refusal of the module where the content is not complete, else why the time does not fit: `<module>.startsInPast`,
 * `endsBeforeStart`, `versionOverlaps`, `leavesGap`
 */
export async function planVersion(
  resource: VersionedResource,
  doors: AnyVersionDoors,
  { tx }: Pick<Call, 'tx'>,
  draft: AnyVersion,
  input: Readonly<Record<string, unknown>>,
): Promise<Planned | null> {
  const owner = ownerOf(resource, draft)
  await doors.lockOwner(tx, owner)
  const { refusal } = await doors.judge(tx, draft, draft[bodyColumn(resource)])
  if (refusal) throw refusal
  if (!resource.versioned.timed) return null
  const planned = planPublication({
    now: doors.clock.now(),
    from: instant(input.validFrom),
    to: instant(input.validTo),
    replaceCurrent: input.replaceCurrent === true,
    others: await validitiesOf(tx, resource, owner, draft.id),
  })
  if (!planned.ok) throw refusalOf(resource.module, planned)
  return planned
}

function refusalOf(module: string, refused: Refused): Refusal {
  const { word, params, field } = problemOfPublication(refused)
  const code = `${module}.${word}`
  if (field !== null) return new Refusal(code, { fields: { [field]: { key: `${module}.error.${word}` } } })
  const asks = refused.reason === 'overlaps' && refused.replaceable ? { needsConfirm: 'replaceCurrent' } : {}
  const at = refused.reason === 'leaves-gap' ? { at: refused.at } : {}
  return new Refusal(code, {
    params,
    detail: { ...('other' in refused ? { other: refused.other } : {}), ...at, ...asks },
  })
}

/**
 * Returns whether a draft has been looked at by one person only: the caller, or somebody who is one person with them,
 * edited it last. When editor and publisher are two people already, nobody else has to agree.
 *
 * @param joined accounts that are one person with an account, itself among them
 */
export async function isOwnWork(
  joined: NonNullable<AnyVersionDoors['twoPeople']>['joined'],
  { tx, caller }: Asking,
  draft: { readonly edited_by_id: string | null },
): Promise<boolean> {
  if (draft.edited_by_id === null) return false
  return draft.edited_by_id === caller.userId || (await joined(tx, caller.userId)).includes(draft.edited_by_id)
}

/** Publishing waits for a second pair of eyes, once the tenant switches it on. No money moves. */
export function publishRule(
  resource: VersionedResource,
  doors: AnyVersionDoors,
  { joined, subject, alsoRestsOn, place, next }: NonNullable<AnyVersionDoors['twoPeople']>,
): AnySecondPersonRule {
  return {
    from_fen: null,
    side: 'none',
    async weigh(call, row, input) {
      const draft = row as AnyVersion // a row of this definition
      await planVersion(resource, doors, call, draft, input)
      // Whoever agrees is another person than the one who asked; that they did not edit is no reason to ask again.
      return call.approval || (await isOwnWork(joined, call, draft)) ? {} : null
    },
    subject: (call, row) => subject(call, row as AnyVersion), // as above
    restsOn: ['version'],
    async alsoRestsOn(call, row, input) {
      const draft = row as AnyVersion // as above
      const planned = await planVersion(resource, doors, call, draft, input)
      return { ...(planned && { ends: planned.ends?.id ?? null }), ...(await alsoRestsOn?.(call, draft)) }
    },
    ...(place && { place: (call, row) => place(call, row as AnyVersion) }), // as above
    ...(next && { next: row => next(row as AnyVersion) }), // as above
  }
}
