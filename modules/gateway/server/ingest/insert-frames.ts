import { bigintList, instantList, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { mentionsSecret, veilFrame } from '@wattyard/ocpp-frame'
import { storableText } from '../storable.ts'
import type { Incoming } from './incoming.ts'

/** Only refused and unreadable frames can contain text that cannot be stored. */
const storable = (text: string | null): string | null => (text === null ? null : storableText(text))

/** Actions whose payload is of the pile's maker, or of its settings. */
const FREE_ACTIONS: ReadonlySet<string | null> = new Set(['DataTransfer', 'NotifyEvent', 'NotifyReport'])

/**
 * A pile's configuration report, data of its maker and what was refused may contain keys, so they are masked. So is any other frame
 * with a word of secrets in it, such as the info of a status; the others are most frames, and stay as they came for a hundredth of
 * the time.
 */
const mayHoldSecrets = ({ call, action, frame }: Incoming): boolean =>
  call === null || call.values.length > 0 || FREE_ACTIONS.has(action) || mentionsSecret(frame)

const INSERT = `insert into gateway_frame (stream, tenant_id, seq, pile_id, received_at, direction, protocol, action, message_id,
    session_id, skew_ms, frame, answer, mended, problem)
  select $1, * from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[],
    $10::uuid[], $11::bigint[], $12::text[], $13::text[], $14::text[], $15::text[])`

/** Writes all frames of a batch with one statement. Lists of one column each: no statement grows with the batch. */
export async function insertFrames(tx: Tx, stream: number, batch: readonly Incoming[]): Promise<void> {
  await tx.execute(INSERT, [
    stream,
    uuidList(batch.map(item => item.runtime.tenantId)),
    bigintList(batch.map(item => item.seq)),
    uuidList(batch.map(item => item.runtime.pileId)),
    instantList(batch.map(item => item.receivedAt)),
    textList(batch.map(item => item.direction)),
    textList(batch.map(item => item.protocol)),
    textList(batch.map(item => storable(item.action))),
    textList(batch.map(item => storable(item.messageId))),
    uuidList(batch.map(item => item.sessionId)),
    bigintList(batch.map(item => item.skew_ms)),
    textList(batch.map(item => storable(mayHoldSecrets(item) ? veilFrame(item.frame) : item.frame))),
    textList(batch.map(item => storable(item.answer))),
    textList(batch.map(item => (item.mended.length === 0 ? null : item.mended.join(' ')))),
    textList(batch.map(item => item.problem)),
  ])
}
