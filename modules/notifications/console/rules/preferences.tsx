import { ownPreference, savePreference, type PreferenceView } from '../../contract/calls/preference.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, Dialog, ErrorState, Skeleton, toast, useDirty, useWords } from '@wattyard/console-kit'
import { Button, Switch } from 'antd'
import { type FormEvent, useState } from 'react'
import { type Channel, CHANNELS, OUTSIDE_CHANNELS } from '../../contract/channel.ts'
import type { OwnPreference } from '../../contract/preference.ts'
import { HourField } from './hour-field.tsx'
import './rules.css'

const FORM = 'n-preferences'
const KEY = ['notifications.preference']

/** Draws which channels deliver what to a user, and what the user has switched off. */
export function Preferences({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const [isBusy, setBusy] = useState(false)
  const view = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(ownPreference, {}, { signal, lane: 'page', quiet: true }),
  })
  return (
    <Dialog
      open
      kind="drawer"
      width={620}
      title={t('notifications.preference.title')}
      onClose={onClose}
      foot={
        <Button type="primary" htmlType="submit" form={FORM} loading={isBusy} disabled={!view.data}>
          {t('notifications.preference.save')}
        </Button>
      }
    >
      {view.data ? (
        <PreferenceForm view={view.data} onBusy={setBusy} onSaved={onClose} />
      ) : view.error ? (
        <ErrorState error={view.error} onRetry={() => void view.refetch()} />
      ) : (
        <Skeleton lines={8} height={32} />
      )}
    </Dialog>
  )
}

interface FormProps {
  view: PreferenceView
  onBusy: (isBusy: boolean) => void
  onSaved: () => void
}

function PreferenceForm({ view, onBusy, onSaved }: FormProps) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const [off, setOff] = useState<OwnPreference['off']>(view.off)
  const [hours, setHours] = useState({ quietFrom: view.quietFrom ?? '', quietTo: view.quietTo ?? '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useDirty(
    JSON.stringify([off, hours]) !==
      JSON.stringify([view.off, { quietFrom: view.quietFrom ?? '', quietTo: view.quietTo ?? '' }]),
  )
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    onBusy(true)
    try {
      const saved = await api.call(savePreference, { off, ...hours })
      client.setQueryData(KEY, saved)
      toast.good(t('notifications.preference.saved'))
      onSaved()
    } catch (error) {
      // The client has shown errors without a field.
      setErrors(error instanceof ApiError ? error.fields : {})
    } finally {
      onBusy(false)
    }
  }
  const lacking = OUTSIDE_CHANNELS.filter(
    channel => !view.has[channel] && view.kinds.some(kind => kind.channels.includes(channel)),
  )
  return (
    <form id={FORM} className="n-form" onSubmit={event => void submit(event)}>
      <p className="w-quiet">{t('notifications.preference.text')}</p>
      <KindTable view={view} off={off} onChange={setOff} />
      {lacking.length > 0 && (
        <p className="n-lacking">
          {t('notifications.preference.noAddress', {
            ways: lacking.map(channel => t(`notifications.way.${channel}`)).join(language === 'zh' ? '、' : ', '),
          })}
        </p>
      )}
      <fieldset className="n-hours">
        <legend>{t('notifications.preference.quiet')}</legend>
        <HourField
          label={t('notifications.preference.from')}
          value={hours.quietFrom}
          example="22:00"
          error={errors.quietFrom}
          onChange={quietFrom => setHours(now => ({ ...now, quietFrom }))}
        />
        <HourField
          label={t('notifications.preference.to')}
          value={hours.quietTo}
          example="07:00"
          error={errors.quietTo}
          onChange={quietTo => setHours(now => ({ ...now, quietTo }))}
        />
        <p className="w-field-hint">{t('notifications.preference.quietHint')}</p>
      </fieldset>
    </form>
  )
}

interface TableProps {
  view: PreferenceView
  off: OwnPreference['off']
  onChange: (off: OwnPreference['off']) => void
}

/** Draws a switch for each kind and each channel that reaches the user. */
function KindTable({ view, off, onChange }: TableProps) {
  const { t } = useWords()
  const ways = CHANNELS.filter(
    channel => channel === 'console' || view.kinds.some(kind => kind.channels.includes(channel)),
  )
  const isOff = (kind: string, channel: Channel): boolean =>
    off.some(one => one.kind === kind && one.channels.includes(channel))
  const turn = (kind: string, channel: Channel, on: boolean): void => {
    const before = off.find(one => one.kind === kind)?.channels ?? []
    const channels = on ? before.filter(one => one !== channel) : [...before, channel]
    onChange([...off.filter(one => one.kind !== kind), ...(channels.length > 0 ? [{ kind, channels }] : [])])
  }
  return (
    <div className="w-scroll-x">
      <table className="w-table w-table-plain n-kinds">
        <thead>
          <tr>
            <th scope="col">{t('notifications.preference.kind')}</th>
            {ways.map(way => (
              <th key={way} scope="col">
                {t(`notifications.way.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.kinds.map(kind => (
            <tr key={kind.name}>
              <th scope="row">
                {kind.word}{' '}
                {kind.compulsory && (
                  <span className="w-tag" data-plain="">
                    {t('notifications.preference.compulsory')}
                  </span>
                )}
              </th>
              {ways.map(way => (
                <td key={way}>
                  {kind.channels.includes(way) ? (
                    <Switch
                      size="small"
                      aria-label={t('notifications.preference.reaches', {
                        kind: kind.word,
                        way: t(`notifications.way.${way}`),
                      })}
                      checked={kind.compulsory || !isOff(kind.name, way)}
                      disabled={kind.compulsory}
                      onChange={on => turn(kind.name, way, on)}
                    />
                  ) : (
                    <span className="w-quiet">--</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
