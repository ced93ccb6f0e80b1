import type { CheckedInput } from '@wattyard/calls'
import { recipients } from '@wattyard/identity/server'
import { type Call, invalid, type Route, serveCall } from '@wattyard/server-kit'
import { OUTSIDE_CHANNELS, ownPreference, planFor, type PreferenceView, savePreference } from '../../contract/index.ts'
import { addressOf } from '../outbox/render-delivery.ts'
import { kindName } from '../kinds.ts'
import type { NotifyWorld } from '../world.ts'
import { PREFERENCE_ROW } from './preferences.ts'
import { rulesOf } from './read-rules.ts'

async function view({ tx, caller, translate, language }: Call, world: NotifyWorld): Promise<PreferenceView> {
  const [row] = await tx.query(
    PREFERENCE_ROW,
    'select user_id, off, quiet_from, quiet_to from notifications_preference where tenant_id = $1 and user_id = $2',
    [caller.tenantId, caller.userId],
  )
  const [me] = await recipients(tx, caller.tenantId, [caller.userId], world.messenger?.name ?? null)
  const kinds: PreferenceView['kinds'] = []
  for (const kind of world.kinds.all) {
    const rules = await rulesOf(tx, caller.tenantId, kind.name)
    // Highest severity, to list everything the person could get.
    const about = { severity: 'critical' as const, compulsory: kind.compulsory ?? false }
    const plan = me ? planFor(rules, me, undefined, about) : { channels: [], compulsory: false }
    kinds.push({
      name: kind.name,
      word: kindName(world.kinds, translate, language, kind.name),
      compulsory: plan.compulsory,
      channels: [...plan.channels],
    })
  }
  const has = Object.fromEntries(
    OUTSIDE_CHANNELS.map(channel => [channel, me ? addressOf(me, channel) !== null : false]),
  ) as PreferenceView['has'] // a key for each
  return {
    kinds,
    has,
    off: Object.entries(row?.off ?? {}).map(([kind, channels]) => ({ kind, channels })),
    quietFrom: row?.quiet_from ?? null,
    quietTo: row?.quiet_to ?? null,
  }
}

async function save(call: Call<CheckedInput<typeof savePreference>>, world: NotifyWorld): Promise<PreferenceView> {
  const { tx, caller, input } = call
  const { quietFrom, quietTo } = input
  if ((quietFrom === null) !== (quietTo === null))
    throw invalid({ [quietFrom === null ? 'quietFrom' : 'quietTo']: { key: 'notifications.field.bothHours' } })
  const unknown = input.off.findIndex(one => !world.kinds.byName(one.kind))
  if (unknown >= 0) throw invalid({ [`off.${unknown}.kind`]: { key: 'notifications.field.noSuchKind' } })
  const off = Object.fromEntries(input.off.map(one => [one.kind, one.channels]))
  await tx.execute(
    `insert into notifications_preference (tenant_id, user_id, off, quiet_from, quiet_to, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, user_id) do update set off = excluded.off, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       updated_at = excluded.updated_at`,
    [caller.tenantId, caller.userId, JSON.stringify(off), quietFrom, quietTo, new Date(world.clock.now())],
  )
  return view(call, world)
}

/** Returns the routes of a person's own preferences, which nobody else reads or sets. */
export function preferenceRoutes(world: NotifyWorld): Route[] {
  return [
    serveCall(ownPreference, { work: 'read', handle: call => view(call, world) }),
    serveCall(savePreference, { work: 'write', handle: call => save(call, world) }),
  ]
}
