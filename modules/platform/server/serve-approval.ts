import { mustBeTwoPeople, stillMay } from '@wattyard/identity/server'
import {
  actorOf,
  audit,
  basisOf,
  col,
  type Caller,
  type CommandCall,
  type CommandHandler,
  commandInput,
  may,
  mustBeWithinReach,
  mustChange,
  Refusal,
  rowsInScope,
  runCommand,
  emit,
  serveResource,
  type ServedResource,
  WHOLE_TENANT,
  type WholeRow,
} from '@wattyard/server-kit'
import { fen, formatFen } from '@wattyard/money'
import { approval } from '../contract/approval.ts'
import { APPROVAL_DECIDED, APPROVAL_ENDED, type ApprovalDecided } from '../contract/events.ts'
import type { ApprovalNews } from './approval/approval-news.ts'
import { isSameBasis } from './approval/same-basis.ts'
import { describeInputs } from './asked-inputs.ts'
import { namedSubjects } from './named-subjects.ts'

/** Basis of the decision, beside the fields of a request. */
const INNER = { basis: col.json<Readonly<Record<string, string | null>>>() }

type Request = WholeRow<typeof approval, typeof INNER>
type Handler<N extends keyof (typeof approval)['commands']> = CommandHandler<typeof approval, N, typeof INNER>

function requestOf(rows: readonly Request[]): Request {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

interface Decision {
  state: 'approved' | 'rejected' | 'withdrawn'
  note: string | null
  answer?: unknown
  /** Where the requester goes on; the record's own page when absent. */
  next?: `/${string}` | undefined
}

/** Writes the decision down and tells open screens; the request is locked. */
async function decide(
  call: CommandCall,
  request: Request,
  { state, note, answer, next }: Decision,
  tell: ApprovalNews,
) {
  const { tx, caller } = call
  const { id, resource, command, record, subject, amount_fen, asker_id, station_id } = request
  await tx.execute(
    `update platform_approval set state = $3, decider_id = $4, decided_by = $5, decided_at = now(), note = $6, answer = $7::jsonb,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      id,
      state,
      caller.userId,
      caller.displayName,
      note,
      answer === undefined ? null : JSON.stringify(answer),
    ],
  )
  tell(call, { id, resource, record, askerId: asker_id, stationId: station_id }, state === 'approved')
  await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_ENDED, key: id, body: {} }])
  const rule = call.resources.byName(resource)?.secondPerson?.[command]
  // The requester needs no message about the own withdrawal, or one more where the record itself tells that the command has run.
  if (state === 'withdrawn' || (state === 'approved' && rule?.tellsAsker)) return
  const by = caller.displayName
  const page = rule?.page?.(record) ?? null
  const body: ApprovalDecided = {
    resource,
    command,
    subject,
    amount: amount_fen === null ? null : formatFen(fen(amount_fen)),
    askerId: asker_id,
    state,
    decidedBy: by,
    note,
    next: next ?? page,
  }
  await emit(tx, [{ tenantId: caller.tenantId, topic: APPROVAL_DECIDED, key: id, body: { ...body } }])
}

/**
 * Checks that the decider is a second person who may run the command themselves.
 *
 * @throws Refusal `platform.needsSecondPerson`, `identity.sameHand`, `kernel.forbidden`
 */
async function mustBeSecond({ tx, caller }: CommandCall, request: Request): Promise<void> {
  if (request.asker_id === caller.userId) throw new Refusal('platform.needsSecondPerson')
  await mustBeTwoPeople(tx, request.asker_id, caller.userId)
  if (!may(caller, `${request.resource}:${request.command}`)) throw new Refusal('kernel.forbidden', { status: 403 })
}

/** @throws Refusal `platform.recordDeleted`: whoever may not see a record cannot tell, so the asker's rights are looked at afterwards */
async function mustBeThere({ tx, caller }: CommandCall, { resource }: ServedResource, request: Request): Promise<void> {
  const rows = await rowsInScope(tx, { ...caller, scope: WHOLE_TENANT }, resource, [request.record])
  if (rows.length === 0) throw new Refusal('platform.recordDeleted', { status: 409 })
}

/** Why nobody can decide on a request any more. */
const whyOver = ({ state, instead }: Pick<Request, 'state' | 'instead'>): string | undefined => {
  if (state !== 'outdated') return undefined
  return instead === 'delete' ? 'platform.recordDeleted' : 'platform.approvalOutdated'
}

/**
 * Runs the requested command in this transaction under both names. The request is locked and leaves `waiting` in the same
 * transaction, so a second click finds it decided.
 *
 * @throws Refusal `platform.recordDeleted`, `platform.askerGone`, `platform.approvalExpired`, `platform.requestOfBefore`, `platform.recordChanged`, or a
 *   refusal of the command itself; the request then keeps waiting
 */
const approve =
  (tell: ApprovalNews): Handler<'approve'> =>
  async (call, rows, { note = null }) => {
    const request = requestOf(rows)
    await mustBeSecond(call, request)
    if (request.expires_at <= Date.now()) throw new Refusal('platform.approvalExpired')
    const served = call.resources.byName(request.resource)
    const rule = served?.secondPerson?.[request.command]
    const definition = served?.resource.commands[request.command]
    // A later release may have removed the command.
    if (!served || !rule || !definition) throw new Refusal('platform.commandGone')
    await mustBeThere(call, served, request)
    const asker = { tenantId: call.caller.tenantId, userId: request.asker_id }
    const reaches = async (person: Caller): Promise<boolean> =>
      (await rowsInScope(call.tx, person, served.resource, [request.record])).length > 0
    if (!(await stillMay(call.tx, asker, `${request.resource}:${request.command}`, reaches)))
      throw new Refusal('platform.askerGone', { status: 409 })
    const read = commandInput(definition).safeParse(request.input)
    // Or it may ask for other things with it.
    if (!read.success) throw new Refusal('platform.requestOfBefore', { status: 409 })
    const input = read.data
    // The approver passes every check of the command's own route.
    mustChange(call.caller, served.resource)
    // What it locks may be named by the command's own input, such as the account that another one is merged into.
    await served.lockFirst?.({ ...call, input: { id: request.record, ...input } }, [request.record])
    const [row] = await rowsInScope(call.tx, call.caller, served.resource, [request.record], { lock: true })
    if (!row) throw new Refusal('kernel.notFound', { status: 404 })
    await mustBeWithinReach(call, served, [row])
    const { caller } = call
    const both: CommandCall = {
      ...call,
      caller: { ...caller, displayName: `${request.asked_by} / ${caller.displayName}` },
      idempotencyKey: `approval:${request.id}`,
      approval: { id: request.id, askedBy: request.asked_by },
    }
    if (!isSameBasis(request.basis, await basisOf(both, rule, row, input)))
      throw new Refusal('platform.recordChanged', { status: 409 })
    const weight = await rule.weigh(both, row, input)
    if (weight === null || (weight.moves_fen ?? null) !== request.amount_fen)
      throw new Refusal('platform.recordChanged', { status: 409 })
    const answer = await runCommand(both, served, request.command, [row], input)
    await decide(call, request, { state: 'approved', note, answer: answer ?? null, next: rule.next?.(row) }, tell)
    return { id: request.id, state: 'approved', answer }
  }

const reject =
  (tell: ApprovalNews): Handler<'reject'> =>
  async (call, rows, { reason }) => {
    const request = requestOf(rows)
    await mustBeSecond(call, request)
    await decide(call, request, { state: 'rejected', note: reason }, tell)
    await writeRecordHistory(call, request, 'rejectApproval', { reason })
    return { id: request.id, state: 'rejected' }
  }

const withdraw =
  (tell: ApprovalNews): Handler<'withdraw'> =>
  async (call, rows) => {
    const request = requestOf(rows)
    if (request.asker_id !== call.caller.userId) throw new Refusal('platform.notYourRequest')
    await decide(call, request, { state: 'withdrawn', note: null }, tell)
    await writeRecordHistory(call, request, 'withdrawApproval', {})
    return { id: request.id, state: 'withdrawn' }
  }

/** Records a rejection or withdrawal in the record's own history. An approval appears there as the command itself. */
async function writeRecordHistory(
  call: CommandCall,
  { id, resource, record, command }: Request,
  action: 'rejectApproval' | 'withdrawApproval',
  more: Record<string, unknown>,
) {
  await audit(call.tx, actorOf(call), [
    { resource, recordId: record, action, after: { command, approval: id, ...more } },
  ])
}

/** Serves the requests for a second person. The possible actions depend on the reader and are set per record. */
export function serveApproval(tell: ApprovalNews): ServedResource {
  return serveResource(approval, {
    inner: INNER,
    commands: { approve: approve(tell), reject: reject(tell), withdraw: withdraw(tell) },
    allows: (_action, row) => row.state === 'waiting',
    whyNot: (_action, row) => whyOver(row),
    async decorate(tx, caller, records, index) {
      await describeInputs(tx, index, records, caller)
      const subjects = await namedSubjects(tx, index, records, caller)
      for (const [at, record] of records.entries()) {
        record.subject = subjects[at] ?? record.subject
        const isOwn = record.asker === caller.userId
        const mayDecide = !isOwn && may(caller, `${record.resource}:${record.command}`)
        record.can = record.can.filter(action => (action === 'withdraw' ? isOwn : mayDecide))
      }
    },
  })
}
