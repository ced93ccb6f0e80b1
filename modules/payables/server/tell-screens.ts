import type { Call } from '@wattyard/server-kit'
import { allocation, document } from '../contract/index.ts'
import type { PayablesWorld } from './world.ts'

/** Tells open screens, after the commit, that documents and what settles them have changed: an allocation changes two documents beside it. */
export function tellScreens({ tx, caller }: Pick<Call, 'tx' | 'caller'>, { live }: PayablesWorld): void {
  if (!live) return
  tx.afterCommit(() => {
    for (const { name: topic } of [document, allocation])
      live.publish({ tenantId: caller.tenantId, topic, stationId: null, data: {} })
  })
}
