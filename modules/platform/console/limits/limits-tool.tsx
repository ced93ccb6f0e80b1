import { lazyPart, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const LimitsDialog = lazyPart(async () => (await import('./limits-dialog.tsx')).LimitsDialog)

/** Draws the button of the limits, on the page of roles. */
export function LimitsTool() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPointerEnter={LimitsDialog.preload} onClick={() => setOpen(true)}>
        {t('platform.limits.open')}
      </Button>
      {isOpen && <LimitsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
