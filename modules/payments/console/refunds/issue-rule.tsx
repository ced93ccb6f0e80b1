import { PlusOutlined } from '@ant-design/icons'
import { anyResource, CommandDialog, useInvalidate, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { refundRule } from '../../contract/refunds/refund-rule.ts'

const RULE = anyResource(refundRule)

/** Draws the button that issues a rule of refunds, and its dialog. */
export function IssueRule() {
  const { t } = useWords()
  const mayIssue = useMay(`${refundRule.name}:issue`)
  const invalidate = useInvalidate()
  const [isOpen, setOpen] = useState(false)
  if (!mayIssue) return null
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('payments.refundRule.issue')}
      </Button>
      {isOpen && (
        <CommandDialog
          resource={RULE}
          command="issue"
          records={[]}
          onDone={answer => {
            setOpen(false)
            if (answer) void invalidate(refundRule.name)
          }}
        />
      )}
    </>
  )
}
