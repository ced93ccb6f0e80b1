import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ErrorState, Skeleton, useIsGuest, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { readOwnFactor } from '../../contract/calls/second-factor.ts'
import { FactorCodeDialog } from './factor-code-dialog.tsx'
import { FactorSetup } from './factor-setup.tsx'

const KEY = ['identity', 'own-factor']

/** Draws the state of the person's second factor and the actions that switch it on or off. */
export function SecondFactor() {
  const { t } = useWords()
  const isGuest = useIsGuest()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'setup' | 'off' | 'recovery' | null>(null)
  const factor = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => api.call(readOwnFactor, {}, { signal, quiet: true, fresh: true }),
  })
  const close = (): void => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: KEY })
  }
  return (
    <section className="w-card w-card-pad" data-wide="">
      <div className="id-card-head">
        <h2>{t('identity.factor.title')}</h2>
        {factor.data && (
          <span className="w-tag" data-tone={factor.data.since === null ? 'idle' : 'good'}>
            {t(factor.data.since === null ? 'identity.factor.isOff' : 'identity.factor.isOn')}
          </span>
        )}
      </div>
      <p className="w-quiet">{t('identity.factor.what')}</p>
      {factor.error && <ErrorState error={factor.error} onRetry={() => void factor.refetch()} />}
      {factor.isPending && <Skeleton lines={2} />}
      {factor.data && factor.data.since !== null && (
        <>
          <p>
            {t('identity.factor.since')} <When at={factor.data.since} />
            {' · '}
            {t('identity.factor.recoveryLeft', { count: factor.data.recoveryLeft })}
          </p>
          <div className="w-row w-wrap">
            <Button onClick={() => setOpen('recovery')}>{t('identity.factor.renewCodes')}</Button>
            <Button danger onClick={() => setOpen('off')}>
              {t('identity.factor.switchOff')}
            </Button>
          </div>
        </>
      )}
      {factor.data && factor.data.since === null && !isGuest && (
        <div className="w-row">
          <Button type="primary" onClick={() => setOpen('setup')}>
            {t('identity.factor.switchOn')}
          </Button>
        </div>
      )}
      {open === 'setup' && <FactorSetup onClose={close} />}
      {(open === 'off' || open === 'recovery') && <FactorCodeDialog kind={open} onClose={close} />}
    </section>
  )
}
