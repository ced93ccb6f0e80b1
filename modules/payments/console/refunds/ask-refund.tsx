import { PlusOutlined } from '@ant-design/icons'
import { anyResource, CommandDialog, useInvalidate, useMay, useRequestedDialog, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { refund } from '../../contract/refunds/refund.ts'
import { RefundPreview } from './refund-preview.tsx'

const REFUND = anyResource(refund)
const ASK = 'ask'

/** Draws the button that asks for a refund, and its dialog with what each basis comes to. */
export function AskRefund() {
  const { t } = useWords()
  const mayAsk = useMay(`${refund.name}:${ASK}`)
  const invalidate = useInvalidate()
  const [isOpen, setOpen] = useState(false)
  useRequestedDialog(mayAsk, what => setOpen(what === ASK))
  if (!mayAsk) return null
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {t('payments.refund.ask')}
      </Button>
      {isOpen && (
        <CommandDialog
          resource={REFUND}
          command={ASK}
          records={[]}
          foot={RefundPreview}
          onDone={answer => {
            setOpen(false)
            if (answer) void invalidate(refund.name)
          }}
        />
      )}
    </>
  )
}
