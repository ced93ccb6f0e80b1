import { EmptyState, SearchInput, useWords, When } from '@wattyard/console-kit'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { MAX_PAYLOAD_BYTES } from '../../contract/mqtt.ts'
import { KEPT_MESSAGES, type KeptMessage, type MessageLog } from './message-log.ts'
import { showPayload, SHOWN_AS, type ShownAs } from './payload.ts'

interface Props {
  log: MessageLog
  onPause: (isPaused: boolean) => void
  onClear: () => void
}

export function MessageList({ log, onPause, onClear }: Props) {
  const { t } = useWords()
  const [as, setAs] = useState<ShownAs>('text')
  const [within, setWithin] = useState('')
  const fitting = log.shown.filter(({ topic }) => topic.includes(within.trim()))
  return (
    <section className="w-card">
      <div className="w-row devtools-tools">
        <SearchInput label={t('devtools.mqtt.within')} value={within} onChange={setWithin} width={200} />
        <Segmented
          aria-label={t('devtools.mqtt.show')}
          value={as}
          onChange={setAs}
          options={SHOWN_AS.map(value => ({ value, label: t(`devtools.mqtt.formValue.${value}`) }))}
        />
        <Button onClick={() => onPause(!log.isPaused)}>
          {t(log.isPaused ? 'devtools.mqtt.resume' : 'devtools.mqtt.pause')}
        </Button>
        <Button disabled={log.shown.length === 0} onClick={onClear}>
          {t('devtools.mqtt.clear')}
        </Button>
        <output className="w-quiet">
          {log.isPaused
            ? t('devtools.mqtt.paused', { count: log.held.length })
            : t('devtools.mqtt.kept', { count: KEPT_MESSAGES })}
        </output>
      </div>
      {fitting.length === 0 ? (
        <EmptyState title={t(log.shown.length === 0 ? 'devtools.mqtt.none' : 'devtools.mqtt.noneFits')} />
      ) : (
        <ol className="devtools-messages">
          {fitting.map(message => (
            <Message key={message.number} message={message} as={as} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Message({ message, as }: { message: KeptMessage; as: ShownAs }) {
  const { t } = useWords()
  const text = showPayload(message.payload, as)
  const facts = [
    `QoS ${message.qos}`,
    message.retain ? t('devtools.mqtt.retained') : '',
    t('devtools.mqtt.bytes', { count: message.size }),
    message.size > MAX_PAYLOAD_BYTES ? t('devtools.mqtt.cut', { count: MAX_PAYLOAD_BYTES }) : '',
  ].filter(Boolean)
  return (
    <li>
      <div className="w-row w-wrap" style={{ gap: 8 }}>
        <strong className="w-mono devtools-topic">{message.topic}</strong>
        <span className="w-quiet">
          <When at={message.at} /> · {facts.join(' · ')}
        </span>
      </div>
      <pre className="w-mono">{text ?? `${showPayload(message.payload, 'text')}`}</pre>
      {text === null && <span className="w-quiet">{t('devtools.mqtt.notJson')}</span>}
    </li>
  )
}
