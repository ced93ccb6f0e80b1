import { systemClock } from '@wattyard/time'
import type { Shape } from '../../database/columns.ts'
import type { Tx } from '../../database/tx.ts'
import { type ServedResource, serveResource } from '../served.ts'
import { publishRule, type VersionedResource } from './plan-version.ts'
import { versionCommands } from './version-commands.ts'
import type { AnyVersionDoors, VersionDoors, VersionedTyped } from './version-doors.ts'

const NEEDED_STATE: Readonly<Record<string, string>> = {
  saveDraft: 'draft',
  publish: 'draft',
  discardDraft: 'draft',
  retire: 'published',
}

/**
 * Serves a definition made by `defineVersioned`: numbers, states, one draft at a time, publishing with its time and its
 * second person, retiring and copying are the kernel's; the module says what the content is and what is wrong with it.
 *
 * @throws Error when the definition takes two people and the doors do not say who is one person, or the other way round
 */
export function serveVersioned<const R extends VersionedTyped, const I extends Shape, B>(
  resource: R,
  doors: VersionDoors<R, I, B>,
): ServedResource {
  const { read, judge, lockOwner, begin, seal, published, mayEnd, twoPeople, live, clock, commands, ...rest } = doors
  if ((twoPeople !== undefined) !== (resource.versioned.twoPeople === true))
    throw new Error(`${resource.name}: two people have to be said by the definition and by its doors`)
  // Here the types of the definition end, as they do in `serveResource`: rows are its rows, inputs were checked against it.
  const definition = resource as unknown as VersionedResource
  const untyped = {
    read,
    judge,
    begin,
    lockOwner: lockOwner ?? lockOf(definition.name),
    clock: clock ?? systemClock,
    ...(seal && { seal }),
    ...(published && { published }),
    ...(mayEnd && { mayEnd }),
    ...(twoPeople && { twoPeople }),
    ...(live && { live }),
  } as unknown as AnyVersionDoors
  const served = serveResource(definition, {
    historyInput: withoutRevision,
    ...(rest as object),
    commands: { ...versionCommands(definition, untyped), ...commands } as never, // its handlers, by name
    ...(untyped.twoPeople && { secondPerson: { publish: publishRule(definition, untyped, untyped.twoPeople) } }),
    allows: (action, row) => NEEDED_STATE[action] === undefined || NEEDED_STATE[action] === row.state,
  })
  return served
}

/** What history keeps of an input: the revision that somebody saw says nothing later, nor does what was left open. */
const withoutRevision = (_command: string, input: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([key, value]) => key !== 'seen' && value !== null && value !== undefined && value !== false,
    ),
  )

/** Whoever numbers, publishes or draws up versions of one thing waits for the others here. */
const lockOf =
  (name: string) =>
  async (tx: Tx, ownerId: string): Promise<void> => {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended($1 || $2, 0))', [name, ownerId])
  }
