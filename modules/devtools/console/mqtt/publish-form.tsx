import { api, toast, useWords } from '@wattyard/console-kit'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { publishMqtt } from '../../contract/calls/mqtt.ts'
import { PAYLOAD_FORMS } from '../../contract/mqtt.ts'
import { LEVELS } from './subscribe-form.tsx'

export function PublishForm() {
  const { t } = useWords()
  const [topic, setTopic] = useState('')
  const [payload, setPayload] = useState('')
  const [form, setForm] = useState<(typeof PAYLOAD_FORMS)[number]>('text')
  const [qos, setQos] = useState<0 | 1 | 2>(0)
  const [retain, setRetain] = useState(false)
  const [busy, setBusy] = useState(false)
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const { bytes } = await api.call(publishMqtt, {
        topic,
        payload,
        form,
        qos,
        retain,
      })
      toast.good(t('devtools.mqtt.sent', { count: bytes }))
    } catch {
      // The API client has shown the reason; typed input stays.
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="w-card w-card-pad">
      <form
        onSubmit={event => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="w-field">
          <label htmlFor="devtools-topic">{t('devtools.mqtt.topic')}</label>
          <Input id="devtools-topic" value={topic} maxLength={1_000} onChange={event => setTopic(event.target.value)} />
        </div>
        <div className="w-field">
          <label htmlFor="devtools-payload">{t('devtools.mqtt.payload')}</label>
          <Input.TextArea
            id="devtools-payload"
            rows={5}
            value={payload}
            onChange={event => setPayload(event.target.value)}
          />
        </div>
        <div className="w-row w-wrap" style={{ gap: 8 }}>
          <Select
            aria-label={t('devtools.mqtt.form')}
            value={form}
            onChange={setForm}
            options={PAYLOAD_FORMS.map(value => ({ value, label: t(`devtools.mqtt.formValue.${value}`) }))}
            style={{ minWidth: 110 }}
          />
          <Select aria-label={t('devtools.mqtt.qos')} value={qos} options={LEVELS} onChange={setQos} />
          <Checkbox checked={retain} onChange={event => setRetain(event.target.checked)}>
            {t('devtools.mqtt.retain')}
          </Checkbox>
          <Button type="primary" htmlType="submit" loading={busy} disabled={topic === ''}>
            {t('devtools.mqtt.send')}
          </Button>
        </div>
      </form>
    </section>
  )
}
