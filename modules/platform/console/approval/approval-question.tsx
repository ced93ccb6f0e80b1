import { anyResource, CommandDialog, showMoney, useInvalidate, useWords } from '@wattyard/console-kit'
import { approval } from '../../contract/approval.ts'
import { type AskedApproval, subjectOf } from './asked-inputs.ts'

const APPROVAL = anyResource(approval)

export interface ApprovalQuestionProps {
  readonly command: string
  readonly record: AskedApproval
  readonly onDone: () => void
}

/** Asks before a request is approved, rejected or withdrawn, and names its content. */
export function ApprovalQuestion({ command, record, onDone }: ApprovalQuestionProps) {
  const { t, language } = useWords()
  const invalidate = useInvalidate()
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
      onDone={answer => {
        onDone()
        // An approved command changes data of its module; the home page counts waiting requests.
        if (answer) void invalidate(approval.name, record.resource, 'charging.abnormal', 'finance.home')
      }}
    />
  )
}
