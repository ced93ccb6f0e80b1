import {
  anyResource,
  CommandDialog,
  type AnyRecord,
  showMoney,
  toast,
  useInvalidate,
  useWords,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { Button } from 'antd'
import { useState } from 'react'
import { order } from '../../contract/order.ts'
import { CommandAnswer } from './command-answer.tsx'
import { DecisionFoot } from './decision-plan.tsx'

const definition = anyResource(order)
/** Commands of an order, the most frequent first. */
const COMMANDS = ['stop', 'assignMember', 'enterTimes', 'settleByHand', 'acceptEstimate', 'refund', 'waive'] as const

/** Returns the id of the command to a pile that an order's command caused; null when there is none. */
function commandOf(answer: unknown): string | null {
  const held = answer !== null && typeof answer === 'object' && 'command' in answer ? answer.command : null
  return typeof held === 'string' ? held : null
}

/** Returns the new estimate when newer facts changed it, so that nothing was settled; else null. */
function changedEstimate(answer: unknown): string | null {
  const isChanged = answer !== null && typeof answer === 'object' && 'changed' in answer && answer.changed === true
  return isChanged && 'estimate' in answer && typeof answer.estimate === 'string' ? answer.estimate : null
}

interface OrderActionsProps {
  /** Record of the order, or the part of it that the dialogs name. */
  record: AnyRecord
  /** Commands that may run now; those of the record when absent. */
  can?: readonly string[]
  onDone?: () => void
}

/** Draws the buttons of the commands that an order allows now, and the pile's answer to a command. */
export function OrderActions({ record, can = record.can, onDone }: OrderActionsProps) {
  const { t, language } = useWords()
  const invalidate = useInvalidate()
  const [asking, setAsking] = useState<string | null>(null)
  const [command, setCommand] = useState<string | null>(null)
  const shown = COMMANDS.filter(name => can.includes(name))
  const done = (answer?: { readonly data: unknown }): void => {
    setAsking(null)
    if (!answer) return
    setCommand(commandOf(answer.data))
    const estimate = changedEstimate(answer.data)
    if (estimate !== null) toast.warn(t('charging.errPage.changed', { amount: showMoney(estimate, language) }))
    void invalidate('platform.approval')
    void invalidate('charging.order', 'charging.abnormal', 'charging.monitor', 'charging.course', 'charging.wall')
    onDone?.()
  }
  return (
    <>
      <WaitingHere record={record.id} topic={order.name} />
      <div className="ch-actions">
        {shown.map(name => (
          <Button
            key={name}
            size="small"
            {...(name === 'stop' ? { className: 'ch-danger' } : {})}
            onClick={() => setAsking(name)}
          >
            {t(`charging.order.${name}`)}
          </Button>
        ))}
        {command && <CommandAnswer id={command} />}
        {asking && (
          <CommandDialog resource={definition} command={asking} records={[record]} foot={DecisionFoot} onDone={done} />
        )}
      </div>
    </>
  )
}
