import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, Dialog, ErrorState, Skeleton, toast, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { readBinding, unbindMessagingApp } from '../../contract/calls/binding.ts'
import { sealPasswords } from '../seal-passwords.ts'
import { VerificationDialog } from '../verification/verification-dialog.tsx'
import { TextRow } from './text-row.tsx'
import { useSend } from './use-send.ts'

const KEY = ['identity', 'own-binding']

/** Draws the bound account of the messaging app; nothing where no app is offered. */
export function MessagingAppBinding() {
  const { t } = useWords()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'bind' | 'remove' | null>(null)
  const binding = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => api.call(readBinding, {}, { signal, quiet: true, fresh: true }),
  })
  const close = (): void => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: KEY })
  }
  if (binding.data && binding.data.app === null) return null
  const openid = binding.data?.openid ?? ''
  return (
    <section className="w-card w-card-pad" data-wide="">
      <div className="id-card-head">
        <h2>{t('identity.binding.title')}</h2>
        {binding.data && (
          <span className="w-tag" data-tone={openid === '' ? 'idle' : 'good'}>
            {t(openid === '' ? 'identity.binding.isOff' : 'identity.binding.isOn')}
          </span>
        )}
      </div>
      <p className="w-quiet">{t('identity.binding.what')}</p>
      {binding.error && <ErrorState error={binding.error} onRetry={() => void binding.refetch()} />}
      {binding.isPending && <Skeleton lines={2} />}
      {openid !== '' && <p>{t('identity.binding.account', { account: `…${openid.slice(-4)}` })}</p>}
      {binding.data && (
        <div className="w-row w-wrap">
          <Button type={openid === '' ? 'primary' : 'default'} onClick={() => setOpen('bind')}>
            {t(openid === '' ? 'identity.binding.bind' : 'identity.binding.rebind')}
          </Button>
          {openid !== '' && (
            <Button danger onClick={() => setOpen('remove')}>
              {t('identity.binding.remove')}
            </Button>
          )}
        </div>
      )}
      {open === 'bind' && <VerificationDialog kind="bind" onClose={close} />}
      {open === 'remove' && <RemoveDialog onClose={close} />}
    </section>
  )
}

/** Draws the removal of the binding, which requires the password. */
function RemoveDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [password, setPassword] = useState('')
  const { isBusy, errors, problem, send } = useSend()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(async () => {
      await api.call(unbindMessagingApp, await sealPasswords({ password }), { quiet: true })
      toast.good(t('identity.binding.removed'))
      onClose()
    })
  }
  return (
    <Dialog
      open
      width={480}
      title={t('identity.binding.remove')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" danger htmlType="submit" form="binding-remove" loading={isBusy}>
            {t('identity.binding.remove')}
          </Button>
        </>
      }
    >
      <form id="binding-remove" className="w-form" noValidate onSubmit={submit}>
        <p className="w-quiet">{t('identity.binding.removeWhat')}</p>
        <TextRow
          name="password"
          kind="password"
          autoComplete="current-password"
          label={t('identity.factor.ownPassword')}
          value={password}
          onChange={setPassword}
          error={errors.password}
        />
        {problem && (
          <p className="w-field-error" role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
