import { anyResource, CommandDialog, type CommandSlotProps } from '@wattyard/console-kit'
import type { PlannedCommand } from '../../contract/calls/plan.ts'
import { order } from '../../contract/order.ts'
import { DecisionFoot } from './decision-plan.tsx'

const definition = anyResource(order)

/** Draws the dialog of a command of an order with what it will do. */
function PlannedDialog({ command, ...props }: CommandSlotProps & { command: PlannedCommand }) {
  return <CommandDialog resource={definition} command={command} foot={DecisionFoot} {...props} />
}

/** Draws the manual settlement of an order. */
export const SettleByHand = (props: CommandSlotProps) => <PlannedDialog command="settleByHand" {...props} />
/** Draws the assignment of a member to an order. */
export const AssignMember = (props: CommandSlotProps) => <PlannedDialog command="assignMember" {...props} />
/** Draws the acceptance of an order's estimate. */
export const AcceptEstimate = (props: CommandSlotProps) => <PlannedDialog command="acceptEstimate" {...props} />
/** Draws the waiver of an order. */
export const Waive = (props: CommandSlotProps) => <PlannedDialog command="waive" {...props} />
/** Draws the refund of an order. */
export const Refund = (props: CommandSlotProps) => <PlannedDialog command="refund" {...props} />
