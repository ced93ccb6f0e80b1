import { useQuery } from '@tanstack/react-query'
import {
  ErrorState,
  Fact,
  Facts,
  Skeleton,
  toast,
  useDirty,
  useInvalidate,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { saveSetting } from '@wattyard/platform/console'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { type AllowedNetworks } from '../../contract/calls/points.ts'
import { pointQueries } from './api.ts'

/** Draws where the gateway may poll devices: the networks that the installation allows, and the operator's choice of them. */
export function NetworksPart() {
  const { t } = useWords()
  const networks = useQuery(pointQueries.networks)
  if (networks.error) return <ErrorState error={networks.error} onRetry={() => void networks.refetch()} />
  if (!networks.data) return <Skeleton lines={4} />
  const { installation, own } = networks.data
  return (
    <section className="w-card w-card-pad gw-pt-networks">
      <Facts>
        <Fact label={t('gateway.protocolPage.installation')}>
          {installation.length > 0 ? (
            <code>{installation.join(', ')}</code>
          ) : (
            t('gateway.protocolPage.installationNone')
          )}
        </Fact>
      </Facts>
      <OwnNetworks key={own.join()} own={own} />
    </section>
  )
}

function OwnNetworks({ own }: Pick<AllowedNetworks, 'own'>) {
  const { t } = useWords()
  const [text, setText] = useState(own.join('\n'))
  const [isBusy, setBusy] = useState(false)
  const mayChange = useMay('platform.setting:update')
  const invalidate = useInvalidate()
  const isChanged = text !== own.join('\n')
  useDirty(isChanged)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const value = text.split(/[\s,;]+/).filter(Boolean)
      await saveSetting('gateway.pointNetworks', value)
      toast.good(t('gateway.protocolPage.networksSaved'))
      await invalidate('gateway.pointSource')
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <label htmlFor="gw-own-networks">{t('gateway.protocolPage.own')}</label>
      <Input.TextArea
        id="gw-own-networks"
        className="w-mono"
        rows={4}
        value={text}
        disabled={!mayChange}
        spellCheck={false}
        onChange={event => setText(event.target.value)}
      />
      <p className="w-quiet">{t(mayChange ? 'gateway.protocolPage.ownHint' : 'gateway.protocolPage.cannotSave')}</p>
      {mayChange && (
        <div>
          <Button type="primary" disabled={!isChanged} loading={isBusy} onClick={() => void save()}>
            {t('gateway.protocolPage.saveNetworks')}
          </Button>
        </div>
      )}
    </>
  )
}
