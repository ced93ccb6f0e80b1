import { noteInLog, seal, type Tx, unseal, col, type RowIn } from '@wattyard/server-kit'
import { z } from 'zod'
import {
  type ChannelSettings,
  type ChannelState,
  MAIL_SECURITY,
  MAX_SETTING,
  OUTSIDE_CHANNELS,
  type OutsideChannel,
} from '../../contract/index.ts'
import type { Transport } from '../outbox/transport.ts'
import type { NotifyWorld } from '../world.ts'
import { mailTransport } from './mail.ts'
import { smsTransport } from './sms.ts'
import { wechatTransport } from './wechat.ts'

const line = z
  .string()
  .trim()
  .min(1)
  .max(MAX_SETTING)
  // No line end becomes a header of a mail.
  // oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
  .regex(/^[^\u0000-\u001f\u007f]+$/, { error: 'forbiddenCharacter' })
const key = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,31}$/, { error: 'notAVariable' })

/** Settings of each channel without its secret. */
export const SETTINGS = {
  mail: z.strictObject({
    host: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/, { error: 'notAHost' }),
    port: z.coerce.number().int().min(1).max(65_535),
    security: z.enum(MAIL_SECURITY),
    user: z.union([z.literal(''), line]),
    from: z.email({ error: 'notAnEmail' }).max(MAX_SETTING),
    fromName: line,
  }),
  sms: z.strictObject({
    endpoint: z.url({ protocol: /^https?$/, error: 'notAWebAddress' }).max(MAX_SETTING),
    accessKeyId: line,
    signName: line,
    templateCode: line,
    variable: key,
  }),
  wechat: z.strictObject({ templateId: line, titleKey: key, textKey: key, timeKey: key }),
} satisfies { [C in OutsideChannel]: z.ZodType<ChannelSettings[C]> }

const ROW = {
  channel: col.oneOf(OUTSIDE_CHANNELS),
  version: col.integer,
  enabled: col.boolean,
  settings: col.json<unknown>(),
  sealed_secret: col.bytes.orNull,
}

type Row = RowIn<typeof ROW>

async function rowsOf(tx: Tx, tenantId: string): Promise<Row[]> {
  return tx.query(
    ROW,
    'select channel, version, enabled, settings, sealed_secret from notifications_channel where tenant_id = $1',
    [tenantId],
  )
}

const ownerOf = (tenantId: string, channel: OutsideChannel): string => `notifications/${tenantId}/${channel}`

export function sealSecret(sealKey: Uint8Array, tenantId: string, channel: OutsideChannel, secret: string): Buffer {
  return seal(sealKey, ownerOf(tenantId, channel), Buffer.from(secret, 'utf8'))
}

/**
 * Switches the channels off whose secret does not open, in all tenants: it has to be entered again. In a transaction of the platform.
 * @returns their number
 */
export async function forgetLostSecrets(tx: Tx, sealKey: Uint8Array): Promise<number> {
  const rows = await tx.query(
    { tenant_id: col.uuid, channel: ROW.channel, sealed: col.bytes },
    'select tenant_id, channel, sealed_secret as sealed from notifications_channel where sealed_secret is not null',
  )
  let lost = 0
  for (const { tenant_id: tenantId, channel, sealed } of rows)
    try {
      unseal(sealKey, ownerOf(tenantId, channel), sealed)
    } catch {
      lost += await tx.execute(
        `update notifications_channel set enabled = false, sealed_secret = null, version = version + 1
         where tenant_id = $1 and channel = $2`,
        [tenantId, channel],
      )
    }
  return lost
}

/** Whether this installation can use a channel at all. */
const isAvailable = ({ messenger }: Pick<NotifyWorld, 'messenger'>, channel: OutsideChannel): boolean =>
  channel !== 'wechat' || messenger?.notify !== undefined

/** Returns the tenant's channels that are switched on and usable in this installation. */
export async function openChannels(
  tx: Tx,
  messenger: NotifyWorld['messenger'],
  tenantId: string,
): Promise<ReadonlySet<OutsideChannel>> {
  const rows = await rowsOf(tx, tenantId)
  return new Set(rows.filter(row => row.enabled && isAvailable({ messenger }, row.channel)).map(row => row.channel))
}

/** Returns the channels as an administrator sees them. */
export async function channelStates(tx: Tx, world: NotifyWorld, tenantId: string): Promise<ChannelState[]> {
  const rows = new Map((await rowsOf(tx, tenantId)).map(row => [row.channel, row]))
  return OUTSIDE_CHANNELS.map(channel => {
    const row = rows.get(channel)
    return {
      channel,
      enabled: row?.enabled ?? false,
      // Checked when stored; the shape of an earlier release is shown unchanged.
      settings: (row?.settings ?? null) as ChannelState['settings'],
      hasSecret: Boolean(row?.sealed_secret),
      available: isAvailable(world, channel),
      version: row?.version ?? 0,
    }
  })
}

/**
 * Returns the transport of a tenant's channel; null when it is off or this installation cannot use it.
 *
 * @throws Error when the stored settings or secret are no longer usable and have to be entered again
 */
export async function transportOf(
  tx: Tx,
  world: NotifyWorld,
  tenantId: string,
  channel: OutsideChannel,
  evenOff = false,
): Promise<Transport | null> {
  const row = (await rowsOf(tx, tenantId)).find(one => one.channel === channel)
  if (!row || (!row.enabled && !evenOff) || !isAvailable(world, channel)) return null
  const secret = row.sealed_secret
    ? unseal(world.sealKey, ownerOf(tenantId, channel), row.sealed_secret).toString('utf8')
    : ''
  const { clock, outbound: reach, mailCa, messenger } = world
  const noting = (peer: string) => ({ peer, now: () => clock.now(), note: noteInLog(world.db, tenantId) })
  switch (channel) {
    case 'mail':
      return mailTransport(SETTINGS.mail.parse(row.settings), secret, {
        reach,
        noting: noting('mail'),
        ...(mailCa ? { ca: mailCa } : {}),
      })
    case 'sms':
      return smsTransport(SETTINGS.sms.parse(row.settings), secret, { reach, noting: noting('sms') })
    case 'wechat':
      return messenger && wechatTransport(SETTINGS.wechat.parse(row.settings), messenger)
  }
}
