import {
  anyResource,
  CommandDialog,
  useInvalidate,
  useMay,
  useRequestedDialog,
  useTabQuery,
  useWords,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { codePayment } from '../../contract/code-payment.ts'

const CODE_PAYMENT = anyResource(codePayment)
const COLLECT = 'collect'

/** Returns the id that the command answers. */
function idIn(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : null
}

/** Draws the button that asks for a payment by code; the detail of the new payment shows its code. */
export function CollectByCode() {
  const { t } = useWords()
  const mayCollect = useMay(`${codePayment.name}:${COLLECT}`)
  const invalidate = useInvalidate()
  const [, setParams] = useTabQuery()
  const [isOpen, setOpen] = useState(false)
  useRequestedDialog(mayCollect, what => what === COLLECT && setOpen(true))
  if (!mayCollect) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('payments.codePayment.collect')}</Button>
      {isOpen && (
        <CommandDialog
          resource={CODE_PAYMENT}
          command={COLLECT}
          records={[]}
          isFollowed
          onDone={answer => {
            setOpen(false)
            const id = idIn(answer?.data)
            if (id === null) return
            void invalidate(codePayment.name)
            setParams({ part: 'codes', open: id })
          }}
        />
      )}
    </>
  )
}
