import { anyResource, CommandDialog, showMoney, useInvalidate, useWords } from '@wattyard/console-kit'
import { approval } from '../../contract/approval.ts'
import { type AskedApproval, subjectOf } from './asked-inputs.ts'

const APPROVAL = anyResource(approval)

export interface ApprovalQuestionProps {
  readonly command: string
  readonly record: AskedApproval
  readonly onDone: () => void
}

/** Asks before a request is approved, rejected or withdrawn, naming what is decided on. */
export function ApprovalQuestion({ command, record, onDone }: ApprovalQuestionProps) {
  const { t, language } = useWords()
  const invalidate = useInvalidate()
  // A subject alone does not say what will happen to it.
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
        // What an approved command has changed is its module's; the home page counts what waits.
        if (answer) void invalidate(approval.name, record.resource, 'charging.abnormal', 'finance.home')
      }}
    />
  )
}
