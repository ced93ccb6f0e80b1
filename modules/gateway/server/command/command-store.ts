import { type CommandOutcome, isSecretKey, type PileCommand, VEIL, veilSecrets } from '@wattyard/ocpp-frame'
import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import { followKey } from '../connection/add-credential.ts'
import { writeConfiguration } from '../state/configuration.ts'

export const COMMAND_ROW = {
  tenantId: col.uuid,
  id: col.uuid,
  pileId: col.uuid,
  stationId: col.uuid,
  command: col.json<PileCommand>(),
  /** The session that the start will be, when one is ordered. */
  sessionId: col.text.orNull,
  askedBy: col.text,
  /** Not sent before and not after, epoch ms. */
  notBefore: col.instant,
  expires: col.instant,
}

export type CommandRow = RowIn<typeof COMMAND_ROW>

export type CommandState = CommandOutcome['status'] | 'queued' | 'sent' | 'timed-out' | 'offline'

/** State, detail and outcome of a command. */
export interface CommandResult {
  state: CommandState
  detail: string | null
  outcome: CommandOutcome | null
}

export interface CommandEnd extends CommandResult {
  row: CommandRow
  endedAt: number
  frame: string | null
}

export async function insertCommands(tx: Tx, rows: readonly CommandRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    `insert into gateway_command (tenant_id, id, pile_id, station_id, kind, payload, asked_by, not_before_at, expires_at)
     select u.tenant_id, u.id, u.pile_id, u.station_id, u.kind, u.payload::jsonb, u.asked_by, u.not_before, u.expires
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::timestamptz[])
       as u(tenant_id, id, pile_id, station_id, kind, payload, asked_by, not_before, expires)`,
    [
      rows.map(row => row.tenantId),
      rows.map(row => row.id),
      rows.map(row => row.pileId),
      rows.map(row => row.stationId),
      rows.map(row => row.command.kind),
      rows.map(row =>
        JSON.stringify({
          ...veilSecrets(row.command),
          ...(row.sessionId === null ? {} : { sessionId: row.sessionId }),
        }),
      ),
      rows.map(row => row.askedBy.slice(0, 100)),
      rows.map(row => new Date(row.notBefore).toISOString()),
      rows.map(row => new Date(row.expires).toISOString()),
    ],
  )
}

export async function writeSent(tx: Tx, sent: readonly { row: CommandRow; at: number }[]): Promise<void> {
  if (sent.length === 0) return
  await tx.execute(
    `update gateway_command c set state = 'sent', sent_at = u.at, version = version + 1, updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as u(tenant_id, id, at)
     where c.tenant_id = u.tenant_id and c.id = u.id and c.ended_at is null`,
    [sent.map(s => s.row.tenantId), sent.map(s => s.row.id), sent.map(s => new Date(s.at).toISOString())],
  )
}

/** Writes how commands ended, and the configuration values that pile answers reported, in the same transaction. */
export async function writeEnds(tx: Tx, ends: readonly CommandEnd[]): Promise<void> {
  if (ends.length === 0) return
  await tx.execute(
    `update gateway_command c set state = u.state, detail = u.detail, result = u.result::jsonb, frame = u.frame, ended_at = u.at,
            version = version + 1, updated_at = now()
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
       as u(tenant_id, id, state, detail, result, frame, at)
     where c.tenant_id = u.tenant_id and c.id = u.id and c.ended_at is null`,
    [
      ends.map(end => end.row.tenantId),
      ends.map(end => end.row.id),
      ends.map(end => end.state),
      ends.map(end => end.detail?.slice(0, 500) ?? null),
      ends.map(end => (end.outcome === null ? null : JSON.stringify(end.outcome))),
      ends.map(end => end.frame),
      ends.map(end => new Date(end.endedAt).toISOString()),
    ],
  )
  for (const { row, outcome, endedAt, state } of ends) {
    if (outcome?.values && outcome.values.length > 0) await writeConfiguration(tx, row, outcome.values, endedAt)
    if (row.command.kind === 'set-configuration' && isSecretKey(row.command.key))
      await followKey(tx, { tenantId: row.tenantId, id: row.id, state })
    if (row.command.kind === 'set-configuration' && (state === 'accepted' || state === 'reboot-required'))
      await writeConfiguration(tx, row, [{ key: row.command.key, value: row.command.value, readonly: false }], endedAt)
  }
}

/**
 * Commands that were still queued when the process ended. A command that held a secret is left out: the secret was never stored,
 * so that command times out and has to be asked for again.
 */
export async function readQueued(tx: Tx): Promise<CommandRow[]> {
  return tx.query(
    COMMAND_ROW,
    `select tenant_id as "tenantId", id, pile_id as "pileId", station_id as "stationId", payload - 'sessionId' as command, payload->>'sessionId' as "sessionId", asked_by as "askedBy",
            not_before_at as "notBefore", expires_at as expires
     from gateway_command where ended_at is null and state = 'queued' and expires_at > now() and payload::text not like '%${VEIL}%' order by id limit 10000`,
  )
}

/**
 * Starts that were ordered, may have reached their pile, and that no session has answered to yet. A process that begins
 * knows them again, so that the pile's start is still the session that waits for it.
 */
export async function readOpenStarts(
  tx: Tx,
  window_ms: number,
): Promise<
  { pileId: string; command: Extract<PileCommand, { kind: 'remote-start' }>; sessionId: string; at: number }[]
> {
  return tx.query(
    {
      pileId: col.uuid,
      command: col.json<Extract<PileCommand, { kind: 'remote-start' }>>(),
      sessionId: col.text,
      at: col.instant,
    },
    `select c.pile_id as "pileId", c.payload - 'sessionId' as command, c.payload->>'sessionId' as "sessionId", c.sent_at as at
     from gateway_command c
     where c.kind = 'remote-start' and c.payload ? 'sessionId' and c.sent_at > now() - $1::double precision * interval '1 millisecond'
       and (c.ended_at is null or c.state in ('accepted', 'timed-out'))
       and not exists (select from gateway_transaction t
         where t.tenant_id = c.tenant_id and t.session_id = (c.payload->>'sessionId')::uuid)
     order by c.id`,
    [window_ms],
  )
}

/** Times out commands that nothing will end any more: their process died, or they have expired. */
export async function expireCommands(tx: Tx, onlySent: boolean): Promise<number> {
  return tx.execute(
    `update gateway_command set state = 'timed-out', detail = 'no answer was recorded', ended_at = now(), version = version + 1, updated_at = now()
     where ended_at is null and (expires_at < now() - interval '1 minute' ${onlySent ? "or state = 'sent'" : ''})`,
  )
}
