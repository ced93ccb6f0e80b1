import { lazyPart, useMay, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { PartSwitch } from '../vip-account-toolbar.tsx'

const RiskRulesDialog = lazyPart(async () => (await import('./risk-rules-dialog.tsx')).RiskRulesDialog)

/** Draws the parts of the page, and the rules by which flags are found. */
export function FlagToolbar() {
  const { t } = useWords()
  const mayRead = useMay('platform.setting:read')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PartSwitch />
      {mayRead && <Button onClick={() => setOpen(true)}>{t('members.rules.title')}</Button>}
      {isOpen && <RiskRulesDialog onClose={() => setOpen(false)} />}
    </>
  )
}
