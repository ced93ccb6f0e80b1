import { recipients, tenantById } from '@wattyard/identity/server'
import { flagInput, wholeInput } from '@wattyard/calls'
import {
  actorOf,
  audit,
  type Call,
  fieldMessages,
  invalid,
  newId,
  type RawCall,
  Refusal,
  type Route,
  emit,
  serveCall,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { listChannels, saveChannel, testChannel } from '../../contract/calls/channel.ts'
import {
  type ChannelState,
  type ChannelTest,
  MAX_SETTING,
  OUTSIDE_CHANNELS,
  type OutsideChannel,
} from '../../contract/index.ts'
import { addressOf, momentText } from '../outbox/render-delivery.ts'
import type { NotifyWorld } from '../world.ts'
import { CHANNEL_MOVED, type ChannelMoved } from '../own-kinds.ts'
import { channelStates, sealSecret, SETTINGS, transportOf } from './stored-channel.ts'

const channel = z.enum(OUTSIDE_CHANNELS)
const saveInput = z.strictObject({
  channel,
  enabled: flagInput,
  settings: z.record(z.string().max(40), z.unknown()),
  /** Left out or empty: stays as it was. */
  secret: z.string().max(MAX_SETTING).optional(),
  version: wholeInput(0, 2 ** 31 - 1),
})
const testInput = z.strictObject({ channel, address: z.string().trim().max(200).optional() })

function checkedSettings(of: OutsideChannel, given: unknown): Record<string, unknown> {
  const checked = SETTINGS[of].safeParse(given, { reportInput: true })
  if (checked.success) return { ...checked.data }
  const fields = Object.entries(fieldMessages(checked.error)).map(([path, saying]) => [`settings.${path}`, saying])
  throw invalid(Object.fromEntries(fields))
}

/**
 * Settings that decide where messages go, where undeliverable ones return, under whose name and over which connection the secret
 * travels.
 */
const WHERE: Readonly<Record<OutsideChannel, readonly string[]>> = {
  mail: ['host', 'port', 'security', 'user', 'from'],
  sms: ['endpoint', 'accessKeyId'],
  wechat: [],
}

function isElsewhere(of: OutsideChannel, before: ChannelState | undefined, settings: Record<string, unknown>): boolean {
  const known = (before?.settings ?? {}) as Record<string, unknown> // of one channel, whichever
  return WHERE[of].some(key => known[key] !== settings[key])
}

/**
 * Checks that the caller may redirect a channel. Codes for forgotten passwords are sent through channels, so a person who
 * redirects them can take over any account; only people with all permissions may do so. A stored secret is never sent to a new
 * destination.
 * @throws Refusal
 */
function mayMove({ caller, input }: Call<z.infer<typeof saveInput>>, before: ChannelState | undefined): void {
  if (!caller.permissions.has('*')) throw new Refusal('notifications.channelIsAdministrators', { status: 403 })
  if (before?.hasSecret && !input.secret) throw invalid({ secret: { key: 'notifications.field.secretAgain' } })
}

async function save(call: Call<z.infer<typeof saveInput>>, world: NotifyWorld): Promise<{ list: ChannelState[] }> {
  const { tx, caller, input } = call
  const { channel: name, enabled, secret, version } = input
  const settings = checkedSettings(name, input.settings)
  const before = (await channelStates(tx, world, caller.tenantId)).find(one => one.channel === name)
  const moves = isElsewhere(name, before, settings)
  if (moves) mayMove(call, before)
  const sealed = secret ? sealSecret(world.sealKey, caller.tenantId, name, secret) : null
  const written = await tx.execute(
    `insert into notifications_channel as c (tenant_id, channel, version, enabled, settings, sealed_secret, updated_at)
     values ($1, $2, 1, $3, $4, $5, $6)
     on conflict (tenant_id, channel) do update set version = c.version + 1, enabled = excluded.enabled, settings = excluded.settings,
       sealed_secret = coalesce(excluded.sealed_secret, c.sealed_secret), updated_at = excluded.updated_at
     where c.version = $7`,
    [caller.tenantId, name, enabled, JSON.stringify(settings), sealed, new Date(world.clock.now()), version],
  )
  if (written === 0 || (version !== 0 && before?.version === 0)) throw new Refusal('kernel.stale', { status: 409 })
  const told = { enabled: before?.enabled ?? false, ...before?.settings }
  await audit(tx, actorOf(call), [
    {
      resource: 'notifications.channel',
      recordId: name,
      action: 'update',
      before: told,
      // The audit history records that the secret was set, not its value.
      after: { enabled, ...settings, ...(secret ? { secret: '***' } : {}) },
    },
  ])
  if (moves) {
    const body: ChannelMoved = { personId: caller.userId, name: caller.displayName, channel: name, version: newId() }
    await emit(tx, [{ tenantId: caller.tenantId, topic: CHANNEL_MOVED, key: name, body: { ...body } }])
  }
  return { list: await channelStates(tx, world, caller.tenantId) }
}

/** Sends one message now, to the caller unless another address is named, whether the channel is on or not. */
async function test(call: RawCall<z.infer<typeof testInput>>, world: NotifyWorld): Promise<ChannelTest> {
  const { db, caller, input, translate, language } = call
  if (!caller) throw new Error('a route with a permission has a caller')
  const { tenantId, userId } = caller
  const found = await db.tenant(tenantId, async tx => {
    const [me] = await recipients(tx, tenantId, [userId], world.messenger?.name ?? null)
    const tenant = await tenantById(tx, tenantId)
    const transport = await transportOf(tx, world, tenantId, input.channel, true)
    return { address: input.address || (me ? addressOf(me, input.channel) : null), transport, tenant }
  })
  if (!found.transport) throw new Refusal('notifications.channelNotSet')
  if (!found.address) throw invalid({ address: { key: 'kernel.field.required' } })
  const at = world.clock.now()
  const result = await found.transport.send({
    id: newId(at),
    address: found.address,
    title: translate(language, 'notifications.channel.testTitle', { name: found.tenant?.name ?? '' }),
    body: translate(language, 'notifications.channel.testText', { name: caller.displayName }),
    url: null,
    at,
    atText: momentText(at, found.tenant?.zone ?? 'Asia/Shanghai'),
    language,
  })
  const isSent = result.outcome === 'sent'
  await db.tenant(tenantId, tx =>
    audit(tx, actorOf({ ...call, caller }), [
      {
        resource: 'notifications.channel',
        recordId: input.channel,
        action: 'test',
        after: { outcome: result.outcome },
      },
    ]),
  )
  return { ok: isSent, detail: isSent ? result.receipt : result.error }
}

/** Returns the routes of the delivery channels, for administrators. */
export function channelRoutes(world: NotifyWorld): Route[] {
  return [
    serveCall(listChannels, {
      work: 'read',
      handle: async ({ tx, caller }) => ({ list: await channelStates(tx, world, caller.tenantId) }),
    }),
    serveCall(saveChannel, {
      work: 'write',
      handle: call => save(call, world),
    }),
    serveCall(testChannel, {
      work: 'raw',
      handle: call => test(call, world),
    }),
  ]
}
