import { api, toast, useWords } from '@wattyard/console-kit'
import { type TenantSeen, askTenantExport } from '../../contract/calls/tenant.ts'
import { AskPassword } from '../personal/ask-password.tsx'

/** Draws the request for an export of everything of a tenant, which requires the password again. */
export function AskExport({ tenant, onClose }: { tenant: TenantSeen; onClose: () => void }) {
  const { t } = useWords()
  return (
    <AskPassword
      title={t('identity.tenantExport.startTitle', { name: tenant.name })}
      why={t('identity.tenantExport.why')}
      action={t('identity.tenantExport.start')}
      onClose={onClose}
      work={async sealed => {
        await api.call(askTenantExport, { id: tenant.id, ...sealed }, { quiet: true })
        toast.good(t('identity.tenantExport.asked'))
        onClose()
      }}
    />
  )
}
