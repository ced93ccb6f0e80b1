import { lazyPart, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const LimitsDialog = lazyPart(async () => (await import('./limits-dialog.tsx')).LimitsDialog)

/** Beside what roles may: how far one person's word goes. */
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
