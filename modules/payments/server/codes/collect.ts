import { tenantById } from '@wattyard/identity/server'
import { keepMembers } from '@wattyard/members/server'
import type { CommandInput } from '@wattyard/resource'
import { type Call, col, invalid, newId, Refusal, searchText } from '@wattyard/server-kit'
import { MINUTE_MS } from '@wattyard/time'
import { codePayment, numberOf } from '../../contract/index.ts'
import { type ChannelWorld, noticeUrl } from '../channel/channel-world.ts'
import { openAskedChannel } from '../channels/stored-channel.ts'
import { tellScreens } from './follow-code.ts'

/** How long a code can be paid. WeChat Pay allows two hours; whoever stands at the desk needs minutes. */
const LIFE_MS = 15 * MINUTE_MS
/** Documented limit of the description, in bytes. */
const MAX_DESCRIPTION_BYTES = 127

/** Returns a text cut to a number of bytes, whole characters only. */
function cutToBytes(text: string, most: number): string {
  let cut = ''
  for (const character of text) {
    if (Buffer.byteLength(cut + character) > most) break
    cut += character
  }
  return cut
}

/** Returns the earlier payment of the same request. @throws Refusal when that request was another one */
async function earlier(
  { tx, caller }: Call,
  requestKey: string,
  { member, amount, channel }: CommandInput<typeof codePayment, 'collect'>,
): Promise<{ id: string; number: string } | null> {
  const [found] = await tx.query(
    { id: col.uuid, number: col.text, member_id: col.uuid, channel_id: col.uuid, amount_fen: col.fen },
    'select id, number, member_id, channel_id, amount_fen from payments_code_payment where tenant_id = $1 and request_key = $2',
    [caller.tenantId, requestKey],
  )
  if (!found) return null
  if (found.member_id !== member || found.channel_id !== channel || found.amount_fen !== amount)
    throw new Refusal('ledger.keyReused', { status: 422 })
  return { id: found.id, number: found.number }
}

/**
 * Handles `collect`: writes the payment down. The channel is asked after the commit, so that a code that a payer could pay always has its
 * payment, whatever happens to this process.
 */
export async function collect(
  world: ChannelWorld,
  call: Call,
  input: CommandInput<typeof codePayment, 'collect'>,
): Promise<{ id: string; number: string }> {
  const { tx, caller, idempotencyKey } = call
  const { tenantId, userId, displayName } = caller
  const requestKey = `${userId}:${idempotencyKey ?? newId()}`
  const before = await earlier(call, requestKey, input)
  if (before) return before
  const channel = await openAskedChannel(tx, tenantId, input.channel)
  const origin = world.places.ownOrigin
  if (origin === null) throw new Refusal('payments.noOwnAddress')
  const { member: memberId } = input
  if (!(await keepMembers(tx, [{ tenantId, memberId }])).has(memberId))
    throw invalid({ member: { key: 'kernel.field.noSuchRecord' } })
  const tenant = await tenantById(tx, tenantId)
  const id = newId()
  const number = numberOf('payment', id)
  const now = world.clock.now()
  await tx.execute(
    `insert into payments_code_payment (tenant_id, id, number, state, member_id, channel_id, amount_fen, expires_at, actor, request_key, description, notify_url,
       task, ladder, due_at, search_text)
     values ($1, $2, $3, 'created', $4, $5, $6, $7, $8, $9, $10, $11, 'create', 'again', $12, $13)`,
    [
      tenantId,
      id,
      number,
      memberId,
      channel.id,
      input.amount,
      // Whole seconds: the wire has no smaller ones, and asked again it has to be the same.
      new Date(Math.ceil((now + LIFE_MS) / 1_000) * 1_000),
      displayName,
      requestKey,
      cutToBytes(`${tenant?.name ?? ''} 充值`.trim(), MAX_DESCRIPTION_BYTES),
      noticeUrl(origin, tenantId, channel.id),
      new Date(now),
      searchText(codePayment, { number, channelNo: null }),
    ],
  )
  tx.afterCommit(() => tellScreens(world, tenantId))
  return { id, number }
}
