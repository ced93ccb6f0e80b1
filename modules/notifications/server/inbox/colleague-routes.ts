import type { CheckedInput } from '@wattyard/calls'
import { actorOf, audit, type Call, newId, Refusal, type Route, serveCall, col } from '@wattyard/server-kit'
import { type Friend, listColleagues, writeToColleague } from '../../contract/index.ts'
import { COLLEAGUE } from '../own-kinds.ts'
import type { NotifyWorld } from '../world.ts'
import { initialsOfName } from './initials.ts'
import { notify } from './notify.ts'

/** Most messages that one person can write within an hour. */
export const MOST_WRITTEN = 30
const HOUR_MS = 3_600_000

async function friends({ tx, caller }: Call, { colleagues }: NotifyWorld): Promise<{ list: Friend[] }> {
  const people = await colleagues(tx, caller)
  return {
    list: people.map(({ id, displayName, loginName, officeName, dutyName, isPresent }) => ({
      id,
      name: displayName,
      loginName,
      initials: initialsOfName(displayName),
      officeName: officeName ?? '',
      postLabel: dutyName ?? '',
      online: isPresent,
    })),
  }
}

async function send(call: Call<CheckedInput<typeof writeToColleague>>, world: NotifyWorld): Promise<null> {
  const { tx, caller, input } = call
  const now = world.clock.now()
  // People out of reach get the same answer as people who do not exist.
  const to = (await world.colleagues(tx, caller)).find(one => one.id === input.to)
  if (!to) throw new Refusal('kernel.notFound', { status: 404 })
  const kind = world.kinds.byName(COLLEAGUE)
  if (!kind) throw new Error('the kind of messages between people is missing')
  // Serialised per sender, so that the limit also applies to concurrent calls.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`notifications.send/${caller.userId}`])
  const [sent] = await tx.query(
    { count: col.bigint },
    'select count(*) from notifications_message where tenant_id = $1 and from_id = $2 and created_at > $3',
    [caller.tenantId, caller.userId, new Date(now - HOUR_MS)],
  )
  if (Number(sent?.count) >= MOST_WRITTEN)
    throw new Refusal('notifications.wroteTooMuch', { status: 429, params: { count: MOST_WRITTEN, seconds: 600 } })
  await notify(tx, world, caller.tenantId, {
    kind,
    draft: {
      about: newId(now),
      params: { name: caller.displayName, text: input.text },
      link: null,
      people: [to.id],
      fromId: caller.userId,
    },
  })
  // The audit history records that somebody wrote, not the text.
  await audit(tx, actorOf(call), [
    {
      resource: COLLEAGUE,
      recordId: to.id,
      action: 'write',
      after: { to: to.displayName, characters: input.text.length },
    },
  ])
  return null
}

/** Returns the routes to list colleagues and write to them (contract §7.1). */
export function colleagueRoutes(world: NotifyWorld): Route[] {
  return [
    serveCall(listColleagues, { work: 'read', handle: call => friends(call, world) }),
    serveCall(writeToColleague, { work: 'write', handle: call => send(call, world) }),
  ]
}
