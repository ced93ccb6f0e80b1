import { lazyPart, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const CompareRoles = lazyPart(async () => (await import('./compare-roles.tsx')).CompareRoles)

export function RoleTools() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('identity.roles.compare')}</Button>
      {isOpen && <CompareRoles onClose={() => setOpen(false)} />}
    </>
  )
}
