import { PlusOutlined } from '@ant-design/icons'
import {
  CommandDialog,
  EmptyState,
  ErrorState,
  may,
  PageHeader,
  panesOf,
  SearchInput,
  Skeleton,
  TabContext,
  useSession,
  useWords,
  useTabQuery,
} from '@wattyard/console-kit'
import { Button, Checkbox } from 'antd'
import { useContext, useState } from 'react'
import type { TenantMade } from '../../contract/tenancy.ts'
import { MadeTenant } from './made-tenant.tsx'
import { asRecord, TENANCY, useTenants } from './use-tenants.ts'
import { TenantDrawer } from './tenant-drawer.tsx'
import { type Command, TenantTable } from './tenant-table.tsx'
import './tenant.css'

type Opened = { readonly command: 'create' | Command; readonly id: string | null }

/** Draws `/console/tenant`: the tenants of this installation, their usage and limits. For staff of the platform. */
export function Page() {
  const { t } = useWords()
  const tab = useContext(TabContext)
  const [params, setParams] = useTabQuery()
  const [sought, setSought] = useState('')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [made, setMade] = useState<TenantMade | null>(null)
  const tenants = useTenants(sought)
  const all = tenants.data ?? []
  const [showsDeleted, setShowsDeleted] = useState(false)
  const deleted = all.filter(one => one.status === 'deleted').length
  const list = showsDeleted ? all : all.filter(one => one.status !== 'deleted')
  const detail = all.find(one => one.id === params.get('open'))
  const target = list.find(one => one.id === opened?.id)
  const show = (id: string | null): void => setParams(id === null ? {} : { open: id })
  const command = (what: Command, id: string): void => setOpened({ command: what, id })
  const me = useSession(session => session.me)
  const isAlone = sought === '' && list.length === 1
  return (
    <div className="w-page">
      <PageHeader title={tab.title || t('identity.tenant.noun')}>
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpened({ command: 'create', id: null })}>
          {t('identity.tenants.create')}
        </Button>
      </PageHeader>
      <section className="w-card id-tenants">
        <SearchInput
          className="id-tenants-search"
          label={t('identity.tenants.search')}
          value={sought}
          onChange={setSought}
        />
        {deleted > 0 && (
          <Checkbox checked={showsDeleted} onChange={event => setShowsDeleted(event.target.checked)}>
            {t('identity.tenants.showDeleted', { count: deleted })}
          </Checkbox>
        )}
        {isAlone && <p className="w-quiet">{t('identity.tenants.alone')}</p>}
        {tenants.error && !tenants.data ? (
          <ErrorState error={tenants.error} onRetry={() => void tenants.refetch()} />
        ) : !tenants.data ? (
          <Skeleton lines={4} />
        ) : list.length === 0 ? (
          <EmptyState title={t('identity.tenants.none')} />
        ) : (
          <TenantTable list={list} onShow={show} onCommand={command} />
        )}
        {panesOf('/console/tenant').flatMap(({ key, needs, Show }) => (may(me, needs) ? [<Show key={key} />] : []))}
      </section>
      {detail && <TenantDrawer tenant={detail} onCommand={command} onClose={() => show(null)} />}
      {opened && (opened.id === null || target) && (
        <CommandDialog
          key={`${opened.command} ${opened.id}`}
          resource={TENANCY}
          command={opened.command}
          records={target ? [asRecord(target)] : []}
          {...(target ? { known: asRecord(target) } : {})}
          onDone={answer => {
            // The route's answer, which is the only one that contains the password.
            if (opened.command === 'create' && answer) setMade(answer.data as TenantMade)
            setOpened(null)
          }}
        />
      )}
      {made && <MadeTenant made={made} onClose={() => setMade(null)} />}
    </div>
  )
}
