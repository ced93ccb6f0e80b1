import { useQuery } from '@tanstack/react-query'
import { api, PageHeader, StatusTag, toast, useMay, useWords } from '@wattyard/console-kit'
import { useState } from 'react'
import { mqttBroker } from '../../contract/calls/mqtt.ts'
import { addMessage, EMPTY_LOG, setPaused } from './message-log.ts'
import { MessageList } from './message-list.tsx'
import { PublishForm } from './publish-form.tsx'
import { SubscribeForm } from './subscribe-form.tsx'
import { useMqtt, type Subscription } from './use-mqtt.ts'
import '../devtools.css'

/** Draws `/mqtt`: subscribes and publishes at the broker through our server, with the console's session and permissions. */
export function Page() {
  const { t } = useWords()
  const mayPublish = useMay('devtools.mqtt:publish')
  const [wishes, setWishes] = useState<readonly Subscription[]>([])
  const [log, setLog] = useState(EMPTY_LOG)
  const broker = useQuery({
    queryKey: ['devtools.mqtt', 'broker'],
    queryFn: ({ signal }) => api.call(mqttBroker, {}, { signal, lane: 'page', quiet: true }),
  })
  const state = useMqtt(wishes, event => {
    if (event.kind === 'message') setLog(before => addMessage(before, event))
    else if (event.kind === 'dropped') toast.warn(t('devtools.mqtt.dropped', { count: event.count }))
  })
  return (
    <div className="w-page">
      <PageHeader title={t('route./mqtt')} note={broker.data?.address}>
        <StatusTag of="devtools.mqtt.link" value={state.link} />
        {state.version && <span className="w-quiet">{t(`devtools.mqtt.linkVersion.${state.version}`)}</span>}
        {state.reason && <span className="w-quiet">{state.reason}</span>}
      </PageHeader>
      <div className="devtools-mqtt">
        <div className="devtools-mqtt-side">
          <SubscribeForm wishes={wishes} granted={state.granted} onChange={setWishes} />
          {mayPublish && <PublishForm />}
        </div>
        <MessageList
          log={log}
          onPause={isPaused => setLog(before => setPaused(before, isPaused))}
          onClear={() => setLog(before => ({ ...EMPTY_LOG, isPaused: before.isPaused, count: before.count }))}
        />
      </div>
    </div>
  )
}
