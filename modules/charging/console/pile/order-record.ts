import type { AnyRecord } from '@wattyard/console-kit'
import type { RunningOrder } from '../../contract/calls/live.ts'

/** Returns the part of a running order's record that the dialogs of its commands name. */
export const orderRecord = ({ id, orderNo }: RunningOrder): AnyRecord => ({
  id,
  version: 0,
  createdAt: 0,
  updatedAt: 0,
  can: [],
  orderNo,
})
