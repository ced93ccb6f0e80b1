import { lazyPart, MenuItems, may, panesOf, Popover, usePage, useSession, useWords } from '@wattyard/console-kit'
import { nameIn } from '@wattyard/resource'
import { Button } from 'antd'
import { useState } from 'react'
import { role } from '../../contract/role.ts'
import { ROLE_TEMPLATES, type RoleTemplate } from '../../contract/role-templates.ts'
import { usePermissions } from './use-permissions.ts'

const CompareRoles = lazyPart(async () => (await import('./compare-roles.tsx')).CompareRoles)

/** Draws the templates in a menu; the chosen one fills the form of a new role with what the reader may give. */
function FromTemplate() {
  const { t, language } = useWords()
  const { answer, open } = usePage()
  const me = useSession(session => session.me)
  const known = usePermissions()
  const start = ({ code, name, nameEn, nameEs, rowScope, takes }: RoleTemplate): void => {
    // The code is left to be typed where a role has it already, which is so for every role that the company began with.
    const isFree = !answer?.list.some(one => one.code === code)
    const permissions = known.list.filter(one => takes(one) && may(me, one))
    const values = { ...(isFree ? { code } : {}), name, nameEn, nameEs, rowScope, permissions }
    open({ kind: 'create', known: { values, labels: {} } })
  }
  const label = t('identity.roles.fromTemplate')
  return (
    <Popover
      kind="menu"
      label={label}
      button={props => (
        <Button loading={known.isLoading} {...props}>
          {label}
        </Button>
      )}
    >
      {({ close }) => (
        <MenuItems
          onDone={close}
          actions={ROLE_TEMPLATES.map(template => ({
            key: template.code,
            label: nameIn(role, template, language),
            run: () => start(template),
          }))}
        />
      )}
    </Popover>
  )
}

export function RoleTools() {
  const { t } = useWords()
  const { answer } = usePage()
  const me = useSession(session => session.me)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {answer?.can.includes('create') && <FromTemplate />}
      <Button onClick={() => setOpen(true)}>{t('identity.roles.compare')}</Button>
      {panesOf('/console/role').flatMap(({ key, needs, Show }) => (may(me, needs) ? [<Show key={key} />] : []))}
      {isOpen && <CompareRoles onClose={() => setOpen(false)} />}
    </>
  )
}
