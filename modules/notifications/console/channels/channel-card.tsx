import { useQueryClient } from '@tanstack/react-query'
import { api, ApiError, toast, useDirty, useMay, useWords } from '@wattyard/console-kit'
import { Button, Input, Select, Switch } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type ChannelState, type ChannelTest, saveChannel, testChannel } from '../../contract/calls/channel.ts'
import { CHANNEL_FIELDS, SECRET_WORD } from './channel-fields.ts'
import { CHANNELS_KEY } from './channels-part.tsx'

type Values = Readonly<Record<string, string>>

function storedValues({ channel, settings }: ChannelState): Values {
  const stored = { ...settings } as Readonly<Record<string, string | number>> // one of three shapes, all of them flat
  return Object.fromEntries(CHANNEL_FIELDS[channel].map(({ key, initial }) => [key, String(stored[key] ?? initial)]))
}

/** Draws one channel: whether it is on, its settings, and a test. */
export function ChannelCard({ state }: { state: ChannelState }) {
  const { t } = useWords()
  const { channel, available, hasSecret, version } = state
  const client = useQueryClient()
  const mayChange = useMay('notifications.channel:update')
  const before = storedValues(state)
  const [values, setValues] = useState<Values>(before)
  const [enabled, setEnabled] = useState(state.enabled)
  const [secret, setSecret] = useState('')
  const [errors, setErrors] = useState<Values>({})
  const [isBusy, setBusy] = useState(false)
  const isDirty = JSON.stringify([values, enabled]) !== JSON.stringify([before, state.enabled]) || secret !== ''
  useDirty(isDirty)
  const way = t(`notifications.way.${channel}`)
  const isLocked = !mayChange || !available

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    try {
      const body = { channel, enabled, settings: values, version, ...(secret ? { secret } : {}) }
      client.setQueryData(CHANNELS_KEY, await api.call(saveChannel, body))
      toast.good(t('notifications.channel.saved', { way }))
    } catch (error) {
      // The client has shown errors without a field.
      setErrors(error instanceof ApiError ? error.fields : {})
    } finally {
      setBusy(false)
    }
  }
  const field = (key: string) => ({
    label: t(`notifications.channel.${key}`),
    error: errors[`settings.${key}`],
    hint: key === 'user' ? t('notifications.channel.userHint') : undefined,
  })
  const secretWord = SECRET_WORD[channel]
  return (
    <section className="w-card w-card-pad" aria-labelledby={`n-${channel}`}>
      <header className="w-row n-channel-head">
        <h2 id={`n-${channel}`} className="w-grow">
          {way}
        </h2>
        <span className="w-tag" data-tone={state.enabled ? 'good' : 'idle'}>
          {t(state.enabled ? 'notifications.channel.on' : 'notifications.channel.off')}
        </span>
      </header>
      <p className="w-quiet">
        {t(available ? `notifications.channel.about.${channel}` : 'notifications.channel.unavailable')}
      </p>
      {available && !state.enabled && <p className="w-quiet">{t('notifications.channel.offHint')}</p>}
      <form className="n-channel" onSubmit={event => void save(event)}>
        {CHANNEL_FIELDS[channel].map(({ key, values: words }) => (
          <Row key={key} {...field(key)}>
            {props =>
              words ? (
                <Select
                  {...props}
                  value={values[key] ?? ''}
                  disabled={isLocked}
                  onChange={value => setValues(now => ({ ...now, [key]: value }))}
                  options={words.map(value => ({ value, label: t(`notifications.channel.${key}Value.${value}`) }))}
                />
              ) : (
                <Input
                  {...props}
                  value={values[key]}
                  maxLength={200}
                  disabled={isLocked}
                  autoComplete="off"
                  onChange={event => setValues(now => ({ ...now, [key]: event.target.value }))}
                />
              )
            }
          </Row>
        ))}
        {secretWord && (
          <Row
            label={t(`notifications.channel.${secretWord}`)}
            error={errors.secret}
            hint={hasSecret ? t('notifications.channel.secretKept') : undefined}
          >
            {props => (
              <Input.Password
                {...props}
                value={secret}
                maxLength={200}
                disabled={isLocked}
                autoComplete="new-password"
                onChange={event => setSecret(event.target.value)}
              />
            )}
          </Row>
        )}
        <Row label={t('notifications.channel.enabled')} error={errors.enabled} hint={undefined}>
          {({ id }) => <Switch id={id} checked={enabled} disabled={isLocked} onChange={setEnabled} />}
        </Row>
        {!isLocked && (
          <div className="n-channel-foot">
            <Button type="primary" htmlType="submit" loading={isBusy} disabled={!isDirty && version > 0}>
              {t('notifications.channel.save')}
            </Button>
          </div>
        )}
      </form>
      {!isLocked && version > 0 && <TestRow channel={channel} />}
    </section>
  )
}

/** Draws a form that sends one message at once and shows the answer of the provider. */
function TestRow({ channel }: Pick<ChannelState, 'channel'>) {
  const { t } = useWords()
  const id = useId()
  const [address, setAddress] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<ChannelTest | null>(null)
  const [error, setError] = useState('')
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setAnswer(null)
    setError('')
    try {
      const body = { channel, ...(address.trim() ? { address: address.trim() } : {}) }
      setAnswer(await api.call(testChannel, body))
    } catch (thrown) {
      setError(thrown instanceof ApiError ? (thrown.fields.address ?? '') : '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="n-test" onSubmit={event => void send(event)}>
      <div className="w-field w-grow">
        <label htmlFor={id}>{t('notifications.channel.testAddress')}</label>
        <Input
          id={id}
          value={address}
          maxLength={200}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          {...(error ? { status: 'error' as const } : {})}
          onChange={event => setAddress(event.target.value)}
        />
        <p id={`${id}-hint`} className={error ? 'w-field-error' : 'w-field-hint'}>
          {error || t('notifications.channel.testAddressHint')}
        </p>
      </div>
      <Button htmlType="submit" loading={isBusy}>
        {t('notifications.channel.test')}
      </Button>
      {answer && (
        <output className="n-answer" data-ok={answer.ok ? '' : undefined}>
          {t(answer.ok ? 'notifications.channel.testOk' : 'notifications.channel.testFailed', {
            detail: answer.detail,
          })}
        </output>
      )}
    </form>
  )
}

interface RowProps {
  label: string
  error: string | undefined
  hint: string | undefined
  children: (props: { id: string; 'aria-describedby': string | undefined; status?: 'error' }) => ReactNode
}

/** Draws a label with its control, help and error, linked for screen readers. */
function Row({ label, error, hint, children }: RowProps) {
  const id = useId()
  const about = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div className="w-field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': about, ...(error ? { status: 'error' as const } : {}) })}
      {error ? (
        <p id={`${id}-error`} className="w-field-error" role="alert">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="w-field-hint">
            {hint}
          </p>
        )
      )}
    </div>
  )
}
