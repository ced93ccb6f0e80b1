import { isAllPowerful, may, useChosenStation, useSeesWhole, useSession } from '@wattyard/console-kit'
import { isStaff } from '@wattyard/pages'
import { useMemo } from 'react'
import { type Home, homeOf } from '../../contract/index.ts'

/** Returns what this person's home page holds; null for somebody without rights. The server decides by the same rule. */
export function useHome(): Home | null {
  const me = useSession(session => session.me)
  const seesWhole = useSeesWhole()
  const atStation = useChosenStation()
  return useMemo(
    () =>
      homeOf({
        may: permission => may(me, permission),
        hasRights: isAllPowerful(me) || (me?.permissions.length ?? 0) > 0,
        // What concerns the whole company has no part at one station.
        seesWhole: seesWhole && atStation === null,
        isInvestor: me !== null && !isStaff(me),
      }),
    [me, seesWhole, atStation],
  )
}
