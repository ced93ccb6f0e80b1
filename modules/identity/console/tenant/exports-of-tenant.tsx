import { useQuery } from '@tanstack/react-query'
import { abbreviate, api, ErrorState, showNumber, Skeleton, toast, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { type TenantExport, type TenantSeen, listTenantExports, linkTenantExport } from '../../contract/calls/tenant.ts'
import { tenancy } from '../../contract/tenancy.ts'
import { AskExport } from './ask-export.tsx'

/** Poll interval in ms while an export is running. */
const POLL_MS = 3_000

const isOpen = ({ state }: TenantExport): boolean => state === 'waiting' || state === 'running'

/** Draws the exports of a tenant: the request, the progress, and the file. */
export function ExportsOfTenant({ tenant }: { tenant: TenantSeen }) {
  const { t } = useWords()
  const [isAsking, setAsking] = useState(false)
  const exports = useQuery({
    queryKey: [tenancy.name, 'exports', tenant.id],
    queryFn: async ({ signal }) => api.call(listTenantExports, { id: tenant.id }, { signal, quiet: true, fresh: true }),
    refetchInterval: ({ state }) => (state.data?.list.some(isOpen) ? POLL_MS : false),
  })
  if (exports.error && !exports.data) return <ErrorState error={exports.error} onRetry={() => void exports.refetch()} />
  if (!exports.data) return <Skeleton lines={2} />
  const { isOn, list } = exports.data
  return (
    <>
      <p className="w-quiet">{t(isOn ? 'identity.tenantExport.what' : 'identity.tenantExport.off')}</p>
      {isOn && (
        <div className="w-row id-tenants-exports">
          <Button disabled={list.some(isOpen)} onClick={() => setAsking(true)}>
            {t('identity.tenantExport.start')}
          </Button>
        </div>
      )}
      {list.length === 0 ? (
        isOn && <p className="w-quiet">{t('identity.tenantExport.none')}</p>
      ) : (
        <ul className="id-grants">
          {list.map(one => (
            <ExportLine key={one.id} one={one} />
          ))}
        </ul>
      )}
      {isAsking && (
        <AskExport
          tenant={tenant}
          onClose={() => {
            setAsking(false)
            void exports.refetch()
          }}
        />
      )}
    </>
  )
}

const TONES = { waiting: 'wait', running: 'busy', done: 'good', failed: 'bad', expired: 'idle' } as const

function ExportLine({ one }: { one: TenantExport }) {
  const { t, language } = useWords()
  const download = async (): Promise<void> => {
    try {
      const { path } = await api.call(linkTenantExport, { id: one.id })
      // The browser saves the answer as a file, and the page stays.
      window.location.assign(`/chg${path}`)
    } catch {
      toast.warn(t('identity.tenantExport.state.expired'))
    }
  }
  return (
    <li>
      <span>
        <span className="w-tag" data-tone={TONES[one.state]}>
          {t(`identity.tenantExport.state.${one.state}`)}
        </span>{' '}
        <When at={one.createdAt} /> <span className="w-quiet">{one.askedBy}</span>
        {one.bytes !== null && (
          <span className="w-quiet id-tenants-code">
            {t('identity.tenantExport.size', {
              tables: one.tables ?? 0,
              rows: showNumber(one.rows ?? 0, language),
              size: `${abbreviate(one.bytes)}B`,
            })}
          </span>
        )}
        {one.sha256 !== null && <span className="w-mono w-quiet id-tenants-code id-tenants-sha">{one.sha256}</span>}
        {one.error !== null && <span className="w-field-error">{one.error}</span>}
      </span>
      {one.state === 'done' && (
        <Button size="small" onClick={() => void download()}>
          {t('identity.tenantExport.download')}
        </Button>
      )}
    </li>
  )
}
