import type { CommandCall, LiveBus } from '@wattyard/server-kit'
import { approval } from '../../contract/approval.ts'

/** A request, as far as open screens are told of it. */
export interface AskedFor {
  readonly id: string
  readonly resource: string
  readonly record: string
  readonly askerId: string
  readonly stationId: string | null
}

/** Tells open screens of a request and, when its command has run, of the record that it has changed. */
export type ApprovalNews = (call: Pick<CommandCall, 'tx' | 'caller'>, about: AskedFor, hasRun: boolean) => void

/** Returns the teller of approvals; it speaks after the commit, so that a screen that reads again finds the change. */
export const approvalNews =
  (live: LiveBus | null): ApprovalNews =>
  ({ tx, caller: { tenantId } }, { id, resource, record, askerId, stationId }, hasRun) =>
    tx.afterCommit(() => {
      live?.publish({ tenantId, topic: approval.name, stationId, ownerId: askerId, data: { id } })
      if (hasRun) live?.publish({ tenantId, topic: resource, stationId, data: { id: record } })
    })
