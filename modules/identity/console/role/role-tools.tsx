import { lazyPart, may, panesOf, useSession, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'

const CompareRoles = lazyPart(async () => (await import('./compare-roles.tsx')).CompareRoles)

export function RoleTools() {
  const { t } = useWords()
  const me = useSession(session => session.me)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('identity.roles.compare')}</Button>
      {panesOf('/console/role').flatMap(({ key, needs, Show }) => (may(me, needs) ? [<Show key={key} />] : []))}
      {isOpen && <CompareRoles onClose={() => setOpen(false)} />}
    </>
  )
}
