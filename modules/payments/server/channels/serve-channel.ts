import {
  col,
  invalid,
  Refusal,
  type Call,
  type SaveChange,
  serveResource,
  type ServedResource,
  valueAfter,
} from '@wattyard/server-kit'
import type { CommandInput, RowOf } from '@wattyard/resource'
import { channel, type ChannelKind, type ChannelState, isAsked, isByHand } from '../../contract/index.ts'
import type { ChannelWorld } from '../channel/channel-world.ts'
import { readEnteredKeys } from '../channel/read-entered-keys.ts'
import { writeKeys } from '../channel/stored-keys.ts'
import { forgetLoss, lostKeysOf } from './lost-keys.ts'

type ChannelRow = RowOf<typeof channel>

async function setState({ tx }: Call, rows: readonly ChannelRow[], state: ChannelState) {
  if (
    state === 'open' &&
    (
      await lostKeysOf(
        tx,
        rows.map(row => row.id),
      )
    ).size > 0
  )
    throw new Refusal('payments.keysLost')
  const changed = await tx.execute(
    'update payments_channel set state = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, rows.map(row => row.id), state],
  )
  return { changed }
}

/** Returns the columns that the server sets. A desk and a bank account have no merchant; a new channel has its own account. */
async function beforeSave({ tx }: Call, change: SaveChange<typeof channel>) {
  const kind = valueAfter(channel, change, 'kind')
  const merchantNo = valueAfter(channel, change, 'merchantNo')
  const appNo = valueAfter(channel, change, 'appNo')
  mustBeOfKind(kind, change)
  if (change.mode === 'update') mustKeepMerchant(change.before, { merchantNo, appNo })
  if (kind === 'wechat' || kind === 'alipay')
    mustBeOfPlatform(kind, change.mode === 'update' ? change.before : null, { merchantNo, appNo })
  if (merchantNo) {
    const taken = await tx.query(
      `select 1 from payments_channel where tenant_id = $1 and kind = $2 and merchant_no = $3 and coalesce(app_no, '') = coalesce($4, '') and id <> $5`,
      [tx.tenantId, kind, merchantNo, appNo ?? null, change.id],
    )
    if (taken.length) throw invalid({ merchantNo: { key: 'kernel.field.taken' } })
  }
  return change.mode === 'create' ? { clearing_owner: change.id } : {}
}

/** @throws Refusal on all that is no matter of the kind of channel: a bank account has a number, a merchant is paid out to one */
function mustBeOfKind(kind: ChannelKind | null | undefined, change: SaveChange<typeof channel>): void {
  const settlesTo = valueAfter(channel, change, 'settlesTo')
  const settles = valueAfter(channel, change, 'settles')
  const isOffline = kind !== null && kind !== undefined && isByHand(kind)
  const online = { key: 'payments.field.onlyOnline' }
  const misplaced = {
    ...(isOffline && valueAfter(channel, change, 'merchantNo') ? { merchantNo: online } : {}),
    ...(isOffline && valueAfter(channel, change, 'appNo') ? { appNo: online } : {}),
    ...(isOffline && settlesTo ? { settlesTo: online } : {}),
    ...(kind !== 'bank' && valueAfter(channel, change, 'accountNo')
      ? { accountNo: { key: 'payments.field.onlyBank' } }
      : {}),
  }
  if (Object.keys(misplaced).length > 0) throw invalid(misplaced)
  if (settlesTo && !settles) throw invalid({ settles: { key: 'kernel.field.required' } })
  if (settles && !settlesTo) throw invalid({ settlesTo: { key: 'kernel.field.required' } })
}

/** Numbers as the platforms give them out: of a mistyped one nothing can be asked, and once it has keys it cannot be mended. */
const NUMBERS = {
  wechat: {
    merchantNo: [/^[1-9]\d{7,9}$/, 'payments.field.noMerchantNo'],
    appNo: [/^w[wx][0-9a-f]{16}$/, 'payments.field.noAppNo'],
  },
  // The merchant is a PID; so is `seller_id`, which Alipay documents as 2088 and twelve digits more. Apps have sixteen digits.
  alipay: {
    merchantNo: [/^2088\d{12}$/, 'payments.field.noAlipayPid'],
    appNo: [/^\d{16}$/, 'payments.field.noAlipayApp'],
  },
} as const satisfies Partial<Record<ChannelKind, Record<'merchantNo' | 'appNo', readonly [RegExp, string]>>>

/** @throws Refusal on each number that is new and none of the channel's platform */
function mustBeOfPlatform(
  kind: keyof typeof NUMBERS,
  before: Pick<ChannelRow, 'merchant_no' | 'app_no'> | null,
  given: Readonly<Record<'merchantNo' | 'appNo', string | null | undefined>>,
): void {
  const was = { merchantNo: before?.merchant_no, appNo: before?.app_no }
  const wrong = (['merchantNo', 'appNo'] as const).flatMap(name => {
    const [like, word] = NUMBERS[kind][name]
    const number = given[name]
    return number && number !== was[name] && !like.test(number) ? [[name, { key: word }] as const] : []
  })
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong))
}

/** Refuses another merchant for keys that belong to this one: with codes that are still open, money would go to the one and be asked of the other. */
function mustKeepMerchant(
  { keys_at, merchant_no, app_no }: Pick<ChannelRow, 'keys_at' | 'merchant_no' | 'app_no'>,
  { merchantNo, appNo }: { merchantNo: string | null | undefined; appNo: string | null | undefined },
): void {
  if (keys_at === null) return
  if ((merchantNo ?? null) !== merchant_no) throw invalid({ merchantNo: { key: 'payments.field.merchantHasKeys' } })
  if ((appNo ?? null) !== app_no) throw invalid({ appNo: { key: 'payments.field.merchantHasKeys' } })
}

/** Refuses to delete a channel with payments, paid or asked for: they name it for ever. */
const refuseInUse =
  ({ channelsInUse }: ChannelWorld) =>
  async (call: Call, row: ChannelRow): Promise<void> => {
    await refuseWithPayments(call, row)
    const used = await channelsInUse?.(call.tx, call.caller.tenantId, [row.id])
    if (used?.has(row.id)) throw new Refusal('payments.channelHasFiles', { params: { name: row.name } })
  }

async function refuseWithPayments({ tx }: Call, row: ChannelRow): Promise<void> {
  const paid = await tx.query(
    `select 1 from payments_payment where tenant_id = $1 and channel_id = $2
     union all select 1 from payments_code_payment where tenant_id = $1 and channel_id = $2
     union all select 1 from payments_notice where tenant_id = $1 and channel_id = $2 limit 1`,
    [tx.tenantId, row.id],
  )
  if (paid.length) throw new Refusal('payments.channelHasPayments', { params: { name: row.name } })
}

/**
 * Handles `connect`: keeps the keys of a merchant. Who enters keys decides to whom drivers pay, so that is for people who have all rights,
 * as it is for the server of letters (decision 351).
 */
async function connect(
  { tx, caller }: Call,
  rows: readonly ChannelRow[],
  input: CommandInput<typeof channel, 'connect'>,
  world: ChannelWorld,
) {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  if (!caller.permissions.has('*')) throw new Refusal('payments.keysAreAdministrators', { status: 403 })
  const { tenantId } = caller
  await writeKeys(tx, world.sealKey, { tenantId, channelId: row.id }, readEnteredKeys(input))
  await forgetLoss(tx, tenantId, row.id)
  await tx.execute(
    'update payments_channel set keys_at = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2',
    [tenantId, row.id, new Date(world.clock.now())],
  )
  return {}
}

/** Returns why a command does not fit a channel now; undefined when it does. */
function refusalOf(action: string, row: ChannelRow, ownOrigin: string | null): string | undefined {
  const { kind } = row
  if (action === 'pause') return row.state === 'open' ? undefined : 'kernel.notAllowedNow'
  if (action === 'connect') {
    if (!isAsked(kind)) return isByHand(kind) ? 'payments.noKeysByHand' : 'payments.notConnected'
    return row.merchant_no === null || row.app_no === null ? 'payments.noMerchant' : undefined
  }
  if (action !== 'open') return undefined
  if (row.state === 'open') return 'kernel.notAllowedNow'
  if (isByHand(kind)) return undefined
  if (!isAsked(kind)) return 'payments.notConnected'
  if (row.merchant_no === null || row.app_no === null) return 'payments.noMerchant'
  if (row.keys_at === null) return 'payments.noKeys'
  return ownOrigin === null ? 'payments.noOwnAddress' : undefined
}

/** Serves channels. One that is asked opens once it has keys; those of Alipay stay off, because nothing speaks with it (decision 407). */
export function serveChannel(world: ChannelWorld): ServedResource {
  const { ownOrigin } = world.places
  return serveResource(channel, {
    inner: { clearing_owner: col.text },
    commands: {
      open: (call, rows) => setState(call, rows, 'open'),
      pause: (call, rows) => setState(call, rows, 'paused'),
      connect: (call, rows, input) => connect(call, rows, input, world),
    },
    allows: (action, row) => refusalOf(action, row, ownOrigin) === undefined,
    whyNot: (action, row) => refusalOf(action, row, ownOrigin),
    beforeSave,
    beforeDelete: refuseInUse(world),
    async decorate(tx, _caller, records) {
      const lost = await lostKeysOf(
        tx,
        records.map(record => record.id),
      )
      for (const record of records) record.keysLostAt = lost.get(record.id) ?? null
    },
  })
}
