import type { RowOf } from '@wattyard/resource'
import { type Call, Refusal } from '@wattyard/server-kit'
import { station, type StationStatus } from '../../contract/index.ts'
import type { AssetsPorts } from '../ports.ts'

/** Resulting status of each command, and the states in which it is allowed. */
export const STATUS_COMMANDS = {
  open: { status: 'open', from: ['unknown', 'building', 'closed', 'maintenance', 'resting'] },
  close: { status: 'closed', from: ['unknown', 'building', 'open', 'maintenance', 'resting'] },
  maintain: { status: 'maintenance', from: ['open', 'closed', 'resting'] },
} as const satisfies Readonly<Record<string, { status: StationStatus; from: readonly StationStatus[] }>>

export type StatusCommand = keyof typeof STATUS_COMMANDS

export function isStatusCommand(action: string): action is StatusCommand {
  return action in STATUS_COMMANDS
}

export function mayChangeStatus(command: StatusCommand, status: unknown): boolean {
  return STATUS_COMMANDS[command].from.some(from => from === status)
}

/**
 * Opens, closes or maintains stations. Closing or maintaining one with running sessions needs the sender's confirmation. Running
 * sessions continue until their drivers end them.
 *
 * @throws Refusal `assets.sessionsRunning` with `detail.needsConfirm` and the running sessions by station
 */
export async function changeStationStatus(
  call: Call,
  ports: AssetsPorts,
  change: { command: StatusCommand; rows: readonly RowOf<typeof station>[]; evenIfCharging: boolean },
): Promise<{ changed: number }> {
  const { command, rows } = change
  const { status } = STATUS_COMMANDS[command]
  const ids = rows.map(row => row.id)
  if (status !== 'open' && !change.evenIfCharging) await refuseWhileCharging(call, ports, rows)
  const changed = await call.tx.execute(
    'update assets_station set status = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [call.tx.tenantId, ids, status],
  )
  const { tenantId } = call.caller
  call.tx.afterCommit(() => {
    for (const id of ids) ports.live?.publish({ tenantId, topic: station.name, stationId: id, data: { id, status } })
  })
  return { changed }
}

async function refuseWhileCharging(
  call: Call,
  ports: AssetsPorts,
  rows: readonly RowOf<typeof station>[],
): Promise<void> {
  const running = await ports.runningSessions(
    call.tx,
    rows.map(row => row.id),
  )
  const busy = rows.flatMap(row => {
    const count = running.get(row.id) ?? 0
    return count > 0 ? [{ id: row.id, name: row.name, count }] : []
  })
  if (busy.length === 0) return
  const count = busy.reduce((sum, one) => sum + one.count, 0)
  throw new Refusal('assets.sessionsRunning', {
    params: {
      count,
      names: busy
        .slice(0, 5)
        .map(one => one.name)
        .join(', '),
    },
    detail: { needsConfirm: 'evenIfCharging', running: busy },
  })
}
