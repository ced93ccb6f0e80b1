import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const SetOffDialog = lazyPart(async () => (await import('./set-off-dialog.tsx')).SetOffDialog)

export interface SetOffProps {
  /** Id and name of the company whose documents are set off. */
  readonly company: string
  readonly name: string
  readonly onDone: () => void
}

/** Draws the button that opens the screen on which documents of a company are set off. */
export function SetOffButton(props: SetOffProps) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useMay('payables.document:allocate')) return null
  return (
    <>
      <Button onPointerEnter={() => SetOffDialog.preload()} onClick={() => setOpen(true)}>
        {t('payables.setOff.open')}
      </Button>
      {isOpen && <SetOffDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
