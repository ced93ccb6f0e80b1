import { veilFrame } from '@wattyard/ocpp-frame'
import { masked } from '@wattyard/resource'
import { col, type PersonalReader, Refusal, type RowIn, shownTo, type Tx } from '@wattyard/server-kit'

/** One entry of the message trace, newest first in lists. */
export const TRACE_ENTRY = {
  /** `<stream>:<seq>`, as facts name it. */
  frame: col.text,
  pileId: col.uuid,
  receivedAt: col.instant,
  /** `in`: the pile called us; `out`: we called the pile. */
  direction: col.oneOf(['in', 'out']),
  protocol: col.text,
  action: col.text,
  messageId: col.text.orNull,
  sessionId: col.uuid.orNull,
  /** Call and answer as they went over the wire. */
  call: col.text,
  answer: col.text.orNull,
  mended: col.texts,
  problem: col.text.orNull,
}

export type TraceEntry = RowIn<typeof TRACE_ENTRY>

/** Returns a text as a reader may see it; hidden whole where it cannot be masked, so that the page of other frames stays. */
function textFor(reader: PersonalReader, text: string): string {
  try {
    return shownTo(reader, 'json', veilFrame(text))
  } catch {
    return masked('text', text)
  }
}

/**
 * Returns a frame as a reader may see it: cards and cars in it are masked without the right to personal data, and secrets of piles
 * for everybody. Those are masked before frames are stored, too; frames from before a rule stay as they were, so it holds here.
 */
export function frameFor<F extends Pick<TraceEntry, 'call' | 'answer' | 'problem'>>(
  reader: PersonalReader,
  frame: F,
): F {
  const [call, answer, problem] = [frame.call, frame.answer, frame.problem].map(text =>
    text === null ? null : textFor(reader, text),
  )
  return { ...frame, call, answer, problem }
}

export interface TraceQuery {
  pileId?: string | undefined
  sessionId?: string | undefined
  action?: string | undefined
  direction?: 'in' | 'out' | undefined
  /** Only frames that were refused, repeated or could not be handled. */
  onlyProblems?: boolean | undefined
  /** Frame id after which the page begins, going back in time. */
  before?: string | undefined
  size: number
}

const COLUMNS = `stream || ':' || seq as frame, pile_id as "pileId", received_at as "receivedAt", direction, protocol, action,
  message_id as "messageId", session_id as "sessionId", frame as call, answer, coalesce(string_to_array(mended, ' '), '{}') as mended, problem`

/**
 * Returns a page of the trace of one pile or one session, newest first. Numbers of a stream ascend with time, so the
 * key of the last entry is where the next page begins.
 */
export async function readTrace(
  tx: Tx,
  tenantId: string,
  query: TraceQuery,
): Promise<{ list: TraceEntry[]; next: string | null }> {
  const values: unknown[] = [tenantId]
  const where = ['tenant_id = $1']
  const add = (condition: string, value: unknown) => {
    values.push(value)
    where.push(condition.replace('?', `$${values.length}`))
  }
  if (query.pileId) add('pile_id = ?', query.pileId)
  if (query.sessionId) add('session_id = ?', query.sessionId)
  if (query.action) add('action = ?', query.action)
  if (query.direction) add('direction = ?', query.direction)
  if (query.onlyProblems) where.push('problem is not null')
  if (query.before) add('seq < ?', parseFrameId(query.before).seq)
  values.push(query.size + 1)
  const rows = await tx.query(
    TRACE_ENTRY,
    `select ${COLUMNS} from gateway_frame where ${where.join(' and ')} order by seq desc limit $${values.length}`,
    values,
  )
  const list = rows.slice(0, query.size)
  return { list, next: rows.length > query.size ? (list.at(-1)?.frame ?? null) : null }
}

/** Frames by id, for tracing a session back; unknown ids are missing. */
export async function framesByIds(tx: Tx, ids: readonly string[]): Promise<TraceEntry[]> {
  if (ids.length === 0) return []
  const keys = ids.map(parseFrameId)
  return tx.query(
    TRACE_ENTRY,
    `select ${COLUMNS} from gateway_frame where (stream, seq) in (select * from unnest($1::int[], $2::bigint[])) order by seq`,
    [keys.map(key => key.stream), keys.map(key => key.seq)],
  )
}

/** Returns all frames of a session in the order they came, at most `most`. */
export async function framesOfSession(tx: Tx, sessionId: string, most = 1_000): Promise<TraceEntry[]> {
  return tx.query(
    TRACE_ENTRY,
    `select ${COLUMNS} from gateway_frame where session_id = $1 and tenant_id = coalesce($2, tenant_id) order by seq limit $3`,
    [sessionId, tx.tenantId, most],
  )
}

/** @throws Refusal `gateway.notAFrame` */
export function parseFrameId(id: string): { stream: number; seq: string } {
  const match = /^(\d{1,9}):(\d{1,18})$/.exec(id)
  if (match === null) throw new Refusal('gateway.notAFrame', { status: 400 })
  return { stream: Number(match[1]), seq: match[2] ?? '' }
}
