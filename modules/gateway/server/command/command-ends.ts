import { type Tx, col } from '@wattyard/server-kit'
import { COMMAND_STATES } from '../../contract/command.ts'

const ENDED = COMMAND_STATES.filter(state => state !== 'queued' && state !== 'sent')

/** How a command ended. */
export interface CommandEnding {
  state: (typeof ENDED)[number]
  at: number
}

/** Returns those of these commands that have ended, by id. */
export async function commandEnds(
  tx: Tx,
  commands: readonly { tenantId: string; id: string }[],
): Promise<ReadonlyMap<string, CommandEnding>> {
  if (commands.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, state: col.oneOf(ENDED), at: col.instant },
    `select c.id, c.state, c.ended_at as at from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
     join gateway_command c on c.tenant_id = k.tenant_id and c.id = k.id where c.ended_at is not null`,
    [commands.map(one => one.tenantId), commands.map(one => one.id)],
  )
  return new Map(rows.map(({ id, state, at }) => [id, { state, at }]))
}
