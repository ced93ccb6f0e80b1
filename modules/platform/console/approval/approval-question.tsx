import { anyResource, CommandDialog, decisionPart, showMoney, useInvalidate, useWords } from '@wattyard/console-kit'
import { useCallback } from 'react'
import { approval } from '../../contract/approval.ts'
import { AskedInputs } from './approval-facts.tsx'
import { type AskedApproval, subjectOf } from './asked-inputs.ts'

const APPROVAL = anyResource(approval)

export interface ApprovalQuestionProps {
  readonly command: string
  readonly record: AskedApproval
  readonly onDone: () => void
}

/** Draws whose record it is and what it comes to: the question covers the list that says so. */
export function AskedOf({ record }: { record: AskedApproval }) {
  // The module's own part is as large as a page of its own.
  return decisionPart(`${record.resource}:${record.command}`) ? null : <AskedInputs record={record} />
}

/** Asks before a request is approved, rejected or withdrawn, and names its content. */
export function ApprovalQuestion({ command, record, onDone }: ApprovalQuestionProps) {
  const { t, language } = useWords()
  const invalidate = useInvalidate()
  const Foot = useCallback(() => <AskedOf record={record} />, [record])
  // The subject alone does not name the command.
  const name = [
    t(`${record.resource}.${record.command}`),
    subjectOf(record),
    ...(record.amount === null ? [] : [showMoney(record.amount, language)]),
  ].join(' · ')
  return (
    <CommandDialog
      resource={APPROVAL}
      command={command}
      records={[{ ...record, subject: name }]}
      foot={Foot}
      onDone={answer => {
        onDone()
        // An approved command changes data of its module; the home page counts waiting requests.
        if (answer) void invalidate(approval.name, record.resource, 'charging.abnormal', 'finance.home')
      }}
    />
  )
}
