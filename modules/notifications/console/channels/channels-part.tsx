import { useQuery } from '@tanstack/react-query'
import { api, ErrorState, PageHeader, Skeleton, useWords } from '@wattyard/console-kit'
import { listChannels } from '../../contract/calls/channel.ts'
import { NotifyTabs } from '../notify-page.tsx'
import { ChannelCard } from './channel-card.tsx'
import './channels.css'

export const CHANNELS_KEY = ['notifications.channels']

/** Draws the channels through which messages leave the product. */
export function ChannelsPart() {
  const { t } = useWords()
  const channels = useQuery({
    queryKey: CHANNELS_KEY,
    queryFn: ({ signal }) => api.call(listChannels, {}, { signal, lane: 'page', quiet: true }),
  })
  return (
    <div className="w-page">
      <PageHeader title={t('route./fwgl/notify')}>
        <NotifyTabs />
      </PageHeader>
      {channels.error && !channels.data ? (
        <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
      ) : !channels.data ? (
        <Skeleton lines={8} height={40} />
      ) : (
        <div className="n-channels">
          {channels.data.list.map(state => (
            <ChannelCard key={`${state.channel} ${state.version}`} state={state} />
          ))}
        </div>
      )}
    </div>
  )
}
