import { ZERO_FEN } from '@wattyard/money'
import { accountingDayOf } from '@wattyard/members/server'
import { col, emit, searchText, type Tx } from '@wattyard/server-kit'
import { CODE_SETTLED, CODE_TROUBLED, type CodeTroubled } from '../../contract/events.ts'
import {
  CODE_STATES,
  codePayment,
  comparePaid,
  isPaymentEnded,
  type CodeState,
  type PaidFact,
  type PaymentEffect,
  type PaymentEvent,
  paymentTransition,
  pauseBefore,
} from '../../contract/index.ts'
import { payment } from '../../contract/payment.ts'
import type { ChannelWorld } from '../channel/channel-world.ts'
import { storedChannel } from '../channels/stored-channel.ts'
import { recordPayment } from '../payment/record-payment.ts'
import type { CodeLadder, CodeTask, StoredCode } from './stored-codes.ts'

/** What an event brings with it. */
export interface EventDetail {
  /** The code that a channel made. */
  code?: string
  /** A verified payment, and when the payer paid, epoch ms. */
  paid?: { fact: PaidFact; at: number }
  /** The channel's own word, or what differs. */
  reason?: string | null
  /** Set where it is the answer to a call: the claim under which the call was made. */
  claim?: string
}

/** What a payment is held against: the merchant of its channel. */
export interface ExpectedMerchant {
  merchantNo: string
  appNo: string
}

/** Events that answer a question of ours: the next question follows on the same ladder. */
const ANSWERS: ReadonlySet<PaymentEvent> = new Set([
  'still-open',
  'is-closed',
  'has-failed',
  'number-unknown',
  'query-refused',
])

/** Events whose words say why something is as it is, until the channel has the order. */
const SPEAKING: ReadonlySet<PaymentEvent> = new Set([
  'create-later',
  'create-unclear',
  'create-refused',
  'paid',
  'paid-otherwise',
  'query-refused',
])
const MAX_ANSWER = 100

/** What a transition changes; the columns of the row by the same names. */
interface Course {
  state: CodeState
  task: CodeTask | null
  ladder: CodeLadder | null
  asked: number
  dueAt: number | null
  finding: StoredCode['finding']
  answer: string | null
}

const asCodeState = (state: string): CodeState => {
  const found = CODE_STATES.find(one => one === state)
  if (!found) throw new Error(`a payment by code is never ${state}`)
  return found
}

/**
 * Brings a locked payment where an event leads: state, code, the time of the next question, and the money, once. Screens are told after
 * the commit. Events of the table that are not facts may be refused, and then nothing is written.
 *
 * @returns the code of the refusal, or null
 */
export async function followCode(
  tx: Tx,
  world: ChannelWorld,
  row: StoredCode,
  event: PaymentEvent,
  detail: EventDetail = {},
): Promise<string | null> {
  const now = world.clock.now()
  const unknownAnswers =
    event === 'number-unknown' ? row.unknown_answers + 1 : ANSWERS.has(event) ? 0 : row.unknown_answers
  const next = paymentTransition(row.state, event, {
    isWanted: row.given_up_at === null && event !== 'cancelled' && event !== 'expired' && now < row.expires_at,
    isByHand: false,
    isWhole: true,
    unknownAnswers,
    sinceCreateMs: now - (row.sent_at ?? 0),
  })
  if (!next.ok) return next.code
  const course = courseAfter(row, { state: asCodeState(next.state), effects: next.effects, event, detail, now })
  const isCredited = next.effects.includes('credit') && detail.paid !== undefined
  if (isCredited && detail.paid) await credit(tx, row, detail.paid, now)
  const isGivenUp = event === 'cancelled' || event === 'expired'
  // Something else is done next, or nothing: the call that is being made has lost its place.
  const isMoved = course.task !== row.task || course.dueAt !== row.due_at
  await tx.execute(
    `update payments_code_payment set state = $3, code = case when $4::boolean then $5 when $3 = 'open' then code end, task = $6, ladder = $7, asked = $8,
       due_at = $9, finding = $10, answer = $11, unknown_answers = $12, claim = case when not $19::boolean then claim end, given_up_at = case when $13 then coalesce(given_up_at, $14) else given_up_at end,
       paid_at = case when $15::boolean then $16 else paid_at end, channel_no = case when $15 then $17 else channel_no end,
       top_up_id = case when $15 then id else top_up_id end, late = late or $18, search_text = $20, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      row.tenant_id,
      row.id,
      course.state,
      next.effects.includes('keep-code'),
      detail.code ?? null,
      course.task,
      course.ladder,
      course.asked,
      course.dueAt === null ? null : new Date(course.dueAt),
      course.finding,
      course.answer,
      unknownAnswers,
      isGivenUp,
      new Date(now),
      isCredited,
      detail.paid ? new Date(detail.paid.at) : null,
      detail.paid?.fact.channelNo ?? null,
      next.effects.includes('mark-late'),
      isMoved || isOwnAnswer(row, detail),
      searchText(codePayment, {
        number: row.number,
        channelNo: isCredited ? (detail.paid?.fact.channelNo ?? null) : row.channel_no,
      }),
    ],
  )
  // A channel repeats what was not accepted, and nobody has to be told again.
  if (next.effects.includes('send-alarm') && row.finding !== 'paidOtherwise')
    await tellTrouble(tx, row, course.answer ?? '')
  const { tenant_id: tenantId, id: key } = row
  if (isCredited && row.finding !== null) await emit(tx, [{ tenantId, topic: CODE_SETTLED, key, body: {} }])
  tx.afterCommit(() => tellScreens(world, row.tenant_id))
  return null
}

/** Tells open screens that payments by code, and with them top-ups, have changed. */
export function tellScreens({ live }: Pick<ChannelWorld, 'live'>, tenantId: string): void {
  for (const { name } of [codePayment, payment]) live?.publish({ tenantId, topic: name, stationId: null, data: null })
}

/** Returns whether a payment of the channel has paid another one of ours already. */
async function paysAnother(tx: Tx, { tenant_id, channel_id, id }: StoredCode, channelNo: string): Promise<boolean> {
  const found = await tx.query(
    { id: col.uuid },
    'select id from payments_code_payment where tenant_id = $1 and channel_id = $2 and channel_no = $3 and id <> $4',
    [tenant_id, channel_id, channelNo, id],
  )
  return found.length > 0
}

/**
 * Holds a verified payment against ours and follows it: credited when everything agrees, otherwise a finding.
 * @returns what it was found to be
 */
export async function followPaid(
  tx: Tx,
  world: ChannelWorld,
  row: StoredCode,
  merchant: ExpectedMerchant,
  paid: { fact: PaidFact; at: number },
): Promise<'paid' | 'paid-otherwise'> {
  const told = comparePaid(
    { number: row.number, amount: row.amount_fen, channelNo: row.channel_no, ...merchant },
    paid.fact,
  )
  const differs = told.event === 'paid' ? [] : [...told.differs]
  if (told.event === 'paid' && (await paysAnother(tx, row, paid.fact.channelNo))) differs.push('channelNo')
  if (differs.length === 0) {
    await followCode(tx, world, row, 'paid', { paid })
    return 'paid'
  }
  await followCode(tx, world, row, 'paid-otherwise', { reason: differs.join(', ') })
  return 'paid-otherwise'
}

const NOTHING_TO_DO = { task: null, ladder: null, asked: 0, dueAt: null } as const

const isOwnAnswer = (row: StoredCode, { claim }: EventDetail): boolean => claim !== undefined && claim === row.claim

interface Move {
  state: CodeState
  effects: readonly PaymentEffect[]
  event: PaymentEvent
  detail: EventDetail
  now: number
}

function courseAfter(row: StoredCode, { state, effects, event, detail, now }: Move): Course {
  const has = (effect: PaymentEffect) => effects.includes(effect)
  const isNewEnd = isPaymentEnded(state) && !isPaymentEnded(row.state)
  const base: Course = {
    state,
    task: isNewEnd ? null : row.task,
    ladder: isNewEnd ? null : row.ladder,
    asked: row.asked,
    dueAt: isNewEnd ? null : row.due_at,
    finding: findingAfter(row, state, effects, event),
    answer: answerAfter(row, state, event, detail),
  }
  if (state === 'paid') return { ...base, ...NOTHING_TO_DO }
  const rung = (ladder: CodeLadder) =>
    row.ladder === ladder && (ANSWERS.has(event) || ladder === 'again') ? row.asked + 1 : 0
  // Its time is over all the same: then it is closed, and its code with it.
  if (has('stop-asking') && isWatched(row, state, now))
    return { ...base, task: 'ask', ladder: 'openPayment', asked: 0, dueAt: row.expires_at }
  if (has('stop-asking')) return { ...base, ...NOTHING_TO_DO }
  if (has('create')) return onLadder(base, 'create', 'again', rung('again'), row, now)
  // What must not be paid any more is closed at once; only a channel that asks for patience gets it.
  if (has('close') && event !== 'close-later') return { ...base, task: 'close', ladder: 'again', asked: 0, dueAt: now }
  if (has('close')) return onLadder(base, 'close', 'again', rung('again'), row, now)
  if (has('ask-late')) return onLadder(base, 'ask', 'endedPayment', 0, row, now)
  if (has('ask')) return onLadder(base, 'ask', 'openPayment', rung('openPayment'), row, now)
  if (!isOwnAnswer(row, detail)) return base
  // A question was answered, and nothing else is to be done: the next one stands on the same ladder. A call was made, and is done.
  return row.task === 'ask' && row.ladder !== null
    ? onLadder(base, 'ask', row.ladder, row.asked + 1, row, now)
    : { ...base, ...NOTHING_TO_DO }
}

/** Returns whether the end of a payment's time is still to come, and to be seen. */
const isWatched = ({ given_up_at, expires_at }: StoredCode, state: CodeState, now: number): boolean =>
  !isPaymentEnded(state) && given_up_at === null && now < expires_at

function answerAfter(row: StoredCode, state: CodeState, event: PaymentEvent, { reason }: EventDetail): string | null {
  // What a finding on a paid payment says stays, whatever is repeated.
  if (event === 'paid' && row.state === 'paid') return row.answer
  if (SPEAKING.has(event)) return reason?.slice(0, MAX_ANSWER) ?? null
  return state === 'open' ? null : row.answer
}

function onLadder(
  base: Course,
  task: CodeTask,
  ladder: CodeLadder,
  asked: number,
  row: StoredCode,
  now: number,
): Course {
  const pause = pauseBefore(ladder, asked)
  if (pause === null) return { ...base, ...NOTHING_TO_DO }
  // Its time is over at its time, however long the pause.
  const dueAt = isWatched(row, base.state, now) ? Math.min(now + pause, row.expires_at) : now + pause
  return { ...base, task, ladder, asked, dueAt }
}

function findingAfter(
  row: StoredCode,
  state: CodeState,
  effects: readonly PaymentEffect[],
  event: PaymentEvent,
): StoredCode['finding'] {
  if (effects.includes('open-finding')) return event === 'query-refused' ? 'queryRefused' : 'paidOtherwise'
  // The right payment came after all, or the channel answers again.
  if (state === 'paid' && row.state !== 'paid') return null
  return ANSWERS.has(event) && row.finding === 'queryRefused' ? null : row.finding
}

async function credit(tx: Tx, row: StoredCode, paid: { fact: PaidFact; at: number }, now: number): Promise<void> {
  const channel = await storedChannel(tx, row.tenant_id, row.channel_id)
  await recordPayment(tx, {
    id: row.id,
    tenantId: row.tenant_id,
    memberId: row.member_id,
    principal: row.amount_fen,
    gift: ZERO_FEN,
    channel,
    receipt: null,
    requestKey: `payments.codePayment:${row.id}`,
    paidAt: paid.at,
    bookedOn: await accountingDayOf(tx, row.tenant_id, now),
    actor: row.actor,
  })
}

async function tellTrouble(
  tx: Tx,
  { tenant_id: tenantId, id, number, amount_fen }: StoredCode,
  differs: string,
): Promise<void> {
  const body: CodeTroubled = { number, amount_fen: String(amount_fen), differs }
  await emit(tx, [{ tenantId, topic: CODE_TROUBLED, key: id, body: { ...body } }])
}
