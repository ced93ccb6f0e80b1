import { joinedAccounts } from '@wattyard/identity/server'
import type { z } from 'zod'
import { newId, emit, type AnySecondPersonRule, type MoneyWeight, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { ApprovalReason } from '../contract/approval.ts'
import { LIMIT_SKIRTED, type LimitSkirted } from '../contract/events.ts'
import { wordCaps } from './approval-settings.ts'
import { settingOf } from './settings.ts'

const DAY_MS = 86_400_000
/** Days over which sums are computed; older movements do not count. */
export const MONTH_DAYS = 30
/** From this part of a limit on, in hundredths, a movement is just below it. */
const NEAR_PERCENT = 80n
/** Number of near-limit movements by one person in 24 hours from which those who govern the limits are notified. */
const NEAR_COUNT = 3

type OwnSide = Exclude<AnySecondPersonRule['side'], 'none'>
type Side = OwnSide | 'paysIn' | 'owes'

/** A command with its weight, to be run without a second person. */
export interface Word {
  permission: { resource: string; command: string }
  record: string
  person: { id: string; name: string }
  side: OwnSide
  weight: MoneyWeight
  /** Limit of the command itself, fen. */
  limit: bigint
}

const SUMS = {
  person_day: col.bigint,
  person_month: col.bigint,
  party_day: col.bigint,
  party_month: col.bigint,
  both_day: col.bigint,
}

type Sums = RowIn<typeof SUMS>

export const countedOf = ({ counts_fen, moves_fen }: MoneyWeight): bigint => counts_fen ?? moves_fen

/**
 * Returns why the command needs a second person: its own limit, or the sums for the person or the member; null when it does not.
 */
export async function mustBeTwo(tx: Tx, word: Word, now: number): Promise<ApprovalReason | null> {
  const { weight, limit } = word
  if (weight.always) return 'always'
  const movements = movementsOf(word)
  if (movements.some(({ side, weighed }) => isOfLimit(side) && weighed >= limit)) return 'limit'
  const caps = await settingOf(tx, wordCaps)
  for (const { side, counted } of movements) {
    const sums = await sumsOf(tx, word, side, now)
    const because = tooMuch(side, sums, counted, caps, word)
    if (because !== null) return because
  }
  return null
}

/** Whether movements of a side are held against the command's limit by themselves; the others only add up. */
const isOfLimit = (side: Side): side is OwnSide => side === 'gives' || side === 'takes'

function tooMuch(side: Side, sums: Sums, counted: bigint, caps: Caps, word: Word): ApprovalReason | null {
  if (side === 'paysIn') return tooMuchPaidIn(sums, counted, caps, word.weight)
  if (side === 'owes') return sums.both_day + counted >= word.limit ? 'companyDay' : null
  return tooMuchMoved(sums, counted, caps, word)
}

type Caps = z.output<(typeof wordCaps)['schema']>

function tooMuchMoved(sums: Sums, counted: bigint, caps: Caps, { weight, limit }: Word): ApprovalReason | null {
  const isOver = (sum: bigint, cap: bigint | number | null) => cap !== null && sum + counted >= BigInt(cap)
  if (weight.party && isOver(sums.party_day, limit)) return 'memberDay'
  if (weight.party && isOver(sums.party_month, caps.memberMonth)) return 'memberMonth'
  if (isOver(sums.person_day, caps.personDay)) return 'personDay'
  return isOver(sums.person_month, caps.personMonth) ? 'personMonth' : null
}

function tooMuchPaidIn(sums: Sums, paidIn: bigint, caps: Caps, { party }: MoneyWeight): ApprovalReason | null {
  const isTooMuch = (sum: bigint, cap: number | null) => cap !== null && sum + paidIn > BigInt(cap)
  if (party && isTooMuch(sums.party_day, caps.paidInMember)) return 'paidInMember'
  return isTooMuch(sums.person_day, caps.paidInPerson) ? 'paidInPerson' : null
}

/** A movement of one command: its own side, a waived amount, a recorded payment, or what the company comes to owe. */
interface Movement {
  side: Side
  counted: bigint
  weighed: bigint
}

function movementsOf({ side, weight }: Word): Movement[] {
  const given = weight.gives_fen ?? 0n
  const paidIn = weight.paidIn_fen ?? 0n
  const owes = weight.owes_fen ?? 0n
  const own = { side, counted: countedOf(weight), weighed: weight.weighs_fen ?? weight.moves_fen }
  const isNothing = own.counted === 0n && own.weighed === 0n && given + paidIn > 0n
  return [
    ...(isNothing ? [] : [own]),
    ...(given > 0n ? [{ side: 'gives' as const, counted: given, weighed: given }] : []),
    ...(paidIn > 0n ? [{ side: 'paysIn' as const, counted: paidIn, weighed: 0n }] : []),
    ...(owes > 0n ? [{ side: 'owes' as const, counted: owes, weighed: 0n }] : []),
  ]
}

/**
 * Returns the sums of the last 24 hours and 30 days. Person and member are locked until the transaction ends, always in this
 * order, so that concurrent commands see each other.
 */
async function sumsOf(tx: Tx, { person, weight }: Word, side: Side, now: number): Promise<Sums> {
  // Accounts of the same person share one sum.
  const people = await joinedAccounts(tx, person.id)
  await tx.execute('select pg_advisory_xact_lock(771471, hashtext($1::text || $2::text))', [tx.tenantId, people[0]])
  if (weight.party)
    await tx.execute('select pg_advisory_xact_lock(771472, hashtext($1::text || $2::text))', [
      tx.tenantId,
      weight.party,
    ])
  const [sums] = await tx.query(
    SUMS,
    `select coalesce(sum(counted_fen) filter (where person_id = any($2::uuid[]) and at > $5), 0)::bigint as person_day,
       coalesce(sum(counted_fen) filter (where person_id = any($2::uuid[])), 0)::bigint as person_month,
       coalesce(sum(counted_fen) filter (where party = $3 and at > $5), 0)::bigint as party_day,
       coalesce(sum(counted_fen) filter (where party = $3), 0)::bigint as party_month,
       coalesce(sum(counted_fen) filter (where party = $3 and person_id = any($2::uuid[]) and at > $5), 0)::bigint as both_day
     from platform_movement where tenant_id = $1 and (person_id = any($2::uuid[]) or party = $3) and side = $4 and at > $6`,
    [tx.tenantId, people, weight.party ?? null, side, new Date(now - DAY_MS), new Date(now - MONTH_DAYS * DAY_MS)],
  )
  if (!sums) throw new Error('sums always have a row')
  return sums
}

/** Records a movement without a second person, and notifies when it is one of several just below their limit. */
export async function recordWord(tx: Tx, word: Word, now: number): Promise<void> {
  const movements = movementsOf(word)
  for (const movement of movements) await writeMovement(tx, word, movement, now)
  const isNear = movements.some(({ side, weighed }) => isOfLimit(side) && weighed * 100n >= word.limit * NEAR_PERCENT)
  if (isNear) await emitWhenFrequent(tx, word, now)
}

async function writeMovement(
  tx: Tx,
  { permission, record, person, weight, limit }: Word,
  { side, counted, weighed }: Movement,
  now: number,
): Promise<void> {
  await tx.execute(
    `insert into platform_movement (tenant_id, id, at, person_id, party, side, resource, command, record, counted_fen, weighed_fen, limit_fen)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tx.tenantId,
      newId(now),
      new Date(now),
      person.id,
      weight.party ?? null,
      side,
      permission.resource,
      permission.command,
      record,
      counted,
      weighed,
      limit,
    ],
  )
}

async function emitWhenFrequent(tx: Tx, { person }: Word, now: number): Promise<void> {
  const [near] = await tx.query(
    { count: col.integer, sum_fen: col.bigint },
    `select count(*)::int as count, coalesce(sum(counted_fen), 0)::bigint as sum_fen from platform_movement
     where tenant_id = $1 and person_id = any($2::uuid[]) and at > $3 and weighed_fen * 100 >= limit_fen * ${NEAR_PERCENT}`,
    [tx.tenantId, await joinedAccounts(tx, person.id), new Date(now - DAY_MS)],
  )
  if (!near || near.count < NEAR_COUNT || tx.tenantId === null) return
  const body: LimitSkirted = {
    personId: person.id,
    name: person.name,
    count: near.count,
    sum_fen: near.sum_fen.toString(),
    at: now,
  }
  await emit(tx, [{ tenantId: tx.tenantId, topic: LIMIT_SKIRTED, key: person.id, body: { ...body } }])
}
