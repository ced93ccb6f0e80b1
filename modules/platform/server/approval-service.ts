import {
  actorOf,
  type AnySecondPersonRule,
  type ApprovalService,
  type AskedCommand,
  audit,
  basisOf,
  type Caller,
  type CommandCall,
  recordsBeside,
  labelMask,
  labelsOf,
  maskedReader,
  type MoneyWeight,
  movesMoney,
  newId,
  Refusal,
  emit,
  historyInput,
  textList,
  type Tx,
  type Weight,
  type WireRecord,
  col,
} from '@wattyard/server-kit'
import { fen, formatFen } from '@wattyard/money'
import { columnOf, masked } from '@wattyard/resource'
import { kindOf } from '@wattyard/resource/schema'
import { approval, type ApprovalReason } from '../contract/approval.ts'
import { APPROVAL_ASKED, type ApprovalAsked } from '../contract/events.ts'
import type { ApprovalNews, AskedFor } from './approval/approval-news.ts'
import { outdateApprovals, stillHolds } from './approval/outdate-approvals.ts'
import { approvalHours, limitOf } from './approval-settings.ts'
import { settingOf } from './settings.ts'
import { countedOf, mustBeTwo, recordWord, type Word } from './word-sums.ts'

const HOUR_MS = 3_600_000

const WAITING = {
  id: col.uuid,
  asked_by: col.text,
  basis: col.json<unknown>(),
  input: col.json<unknown>(),
  expires_at: col.instant,
}

/** Stores commands above their limit as requests until a second person decides. */
export const approvalService = (tell: ApprovalNews): ApprovalService => ({
  async ask(call, asked) {
    const { tx } = call
    const { served, name, rule, row, input } = asked
    const limit = await limitOf(tx, `${served.resource.name}:${name}`, rule.from_fen)
    if (limit === null) return null
    const weight = await rule.weigh(call, row, input)
    if (weight === null) return null
    const because = movesMoney(weight) ? await weighed(call, asked, weight, limit) : 'always'
    if (because === null) return null
    await makeRoom(call, asked)
    const request = await writeRequest(call, asked, weight, because)
    tell(call, request, false)
    return { waitsForApproval: true, approval: request.id }
  },
  settle: (call, deed) => outdateApprovals(call, deed, tell),
})

/** A command that is being thought about: what it would weigh now, and for whom. */
export interface ThoughtOf {
  readonly resource: string
  readonly command: string
  readonly record: string
  readonly rule: Pick<AnySecondPersonRule, 'from_fen' | 'side'>
  /** Weight by the rule; null when nobody has to agree. */
  readonly weight: Weight | null
}

/** Limit of a command for the tenant in fen (null: it never waits), and why it would wait now; null when it would not. */
export interface SecondPersonNow {
  readonly limit: bigint | null
  readonly because: ApprovalReason | null
}

/** Returns whether a command would wait for a second person if the caller sent it now. Nothing is recorded. */
export async function secondPersonNow(
  tx: Tx,
  caller: Pick<Caller, 'userId' | 'displayName'>,
  { resource, command, record, rule: { from_fen, side }, weight }: ThoughtOf,
): Promise<SecondPersonNow> {
  const limit = await limitOf(tx, `${resource}:${command}`, from_fen)
  if (limit === null || weight === null) return { limit, because: null }
  if (!movesMoney(weight) || side === 'none') return { limit, because: 'always' }
  const person = { id: caller.userId, name: caller.displayName }
  const word: Word = { permission: { resource, command }, record, person, side, weight, limit }
  return { limit, because: await mustBeTwo(tx, word, Date.now()) }
}

/**
 * Returns why a movement of money needs a second person; null when this person may move it alone. The movement is then recorded.
 * @throws RangeError for a negative weight
 */
async function weighed(
  call: CommandCall,
  asked: AskedCommand,
  weight: MoneyWeight,
  limit: bigint,
): Promise<ApprovalReason | null> {
  // Negative amounts must be refused by `weigh`: they would lower the sums.
  if (weight.moves_fen < 0n || countedOf(weight) < 0n) throw new RangeError(`${asked.name} weighs less than nothing`)
  const now = Date.now()
  const word = wordOf(call, asked, weight, limit)
  const because = await mustBeTwo(call.tx, word, now)
  if (because === null) await recordWord(call.tx, word, now)
  return because
}

function wordOf(
  { caller }: CommandCall,
  { served, name, rule, row }: AskedCommand,
  weight: MoneyWeight,
  limit: bigint,
): Word {
  if (rule.side === 'none') throw new Error(`${served.resource.name}: ${name} moves money and says that it moves none`)
  return {
    permission: { resource: served.resource.name, command: name },
    record: row.id,
    person: { id: caller.userId, name: caller.displayName },
    side: rule.side,
    weight,
    limit,
  }
}

/**
 * Ensures that a record has only one waiting request per command. A request that has expired, whose record has changed since,
 * or whose inputs this release does not take, cannot be approved any more and is closed. The record is locked, so no other request
 * can appear meanwhile. Approvers lock the request first and the record afterwards, so a locked request is skipped here.
 *
 * @throws Refusal `platform.approvalWaits`
 */
async function makeRoom(call: CommandCall, { served, name, row }: AskedCommand): Promise<void> {
  const { tx, caller } = call
  const [waiting] = await tx.query(
    WAITING,
    `select id, asked_by, basis, input, expires_at from platform_approval
     where tenant_id = $1 and resource = $2 and command = $3 and record = $4 and state = 'waiting'`,
    [caller.tenantId, served.resource.name, name, row.id],
  )
  if (!waiting) return
  const isExpired = waiting.expires_at <= Date.now()
  const isGood = !isExpired && (await stillHolds(call, served, { command: name, ...waiting }, row))
  const gone = isGood
    ? 0
    : await tx.execute(
        `update platform_approval set state = $3, decided_at = now(), version = version + 1, updated_at = now()
         where tenant_id = $1 and id = (select id from platform_approval where tenant_id = $1 and id = $2 and state = 'waiting' for update skip locked)`,
        [caller.tenantId, waiting.id, isExpired ? 'expired' : 'outdated'],
      )
  if (gone === 0)
    throw new Refusal('platform.approvalWaits', {
      params: { name: waiting.asked_by },
      detail: { approval: waiting.id },
    })
}

async function writeRequest(
  call: CommandCall,
  asked: AskedCommand,
  weight: Weight,
  because: ApprovalReason,
): Promise<AskedFor> {
  const { tx, caller } = call
  const { served, name, rule, row, input } = asked
  const { resource } = served
  const id = newId()
  const fields = resource.commands[name]?.input ?? {}
  const wire = Object.fromEntries(
    Object.entries(fields).map(([key, of]) => [key, input[key] === null ? null : kindOf(of).toWire(input[key], of)]),
  )
  const hours = await settingOf(tx, approvalHours)
  const label = resource.fields[resource.label]
  const mask = labelMask(resource)
  const stored = label ? row[columnOf(resource.label, label)] : null
  const named = mask ? masked(mask, stored) : stored
  // Ids mean nothing to people, so the names of referenced records are part of the subject. It is stored once for all readers, so
  // in the fallback language and with people masked.
  const wired: WireRecord = { ...wire, id, version: 0, createdAt: 0, updatedAt: 0, can: [] }
  const labels = await labelsOf(tx, call.resources, { ...resource, fields }, [wired], {
    ...maskedReader(caller),
    language: 'zh',
  })
  const names = Object.values(labels).flatMap(Object.values)
  const called = (await rule.subject?.(call, row)) ?? (typeof named === 'string' ? named : row.id)
  const subject = [called, ...names].join(' · ').slice(0, 200)
  const place = rule.place ? await rule.place(call, row) : { operator_id: row.operator_id, station_id: row.station_id }
  const [operatorId, stationId] = [idIn(place?.operator_id), idIn(place?.station_id)]
  await tx.execute(
    `insert into platform_approval (tenant_id, id, resource, command, record, subject, amount_fen, reason, input, basis, operator_id, station_id, asker_id, asked_by, expires_at, because)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11, $12, $13, $14, $15, $16)`,
    [
      caller.tenantId,
      id,
      resource.name,
      name,
      row.id,
      subject,
      weight.moves_fen ?? null,
      typeof input.reason === 'string' ? input.reason : null,
      JSON.stringify(wire),
      JSON.stringify(await basisOf(call, rule, row, input)),
      operatorId,
      stationId,
      caller.userId,
      caller.displayName,
      new Date(Date.now() + hours * HOUR_MS),
      because,
    ],
  )
  await tx.execute(
    'insert into platform_approval_rest (tenant_id, record, approval_id) select $1, record, $2 from unnest($3::text[]) as record',
    [caller.tenantId, id, textList(recordsBeside(asked))],
  )
  const body: ApprovalAsked = {
    resource: resource.name,
    command: name,
    subject,
    amount: movesMoney(weight) ? formatFen(fen(weight.moves_fen)) : null,
    askerId: caller.userId,
    askedBy: caller.displayName,
    operatorId,
    stationId,
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_ASKED, key: id, body: { ...body } }])
  await audit(tx, actorOf(call), [
    {
      resource: approval.name,
      recordId: id,
      action: 'create',
      after: { command: `${resource.name}:${name}`, subject, ...historyInput(resource, name, wire) },
    },
  ])
  return { id, resource: resource.name, record: row.id, askerId: caller.userId, stationId }
}

const idIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)
