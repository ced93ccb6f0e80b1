import { useQuery } from '@tanstack/react-query'
import {
  api,
  ApiError,
  Dialog,
  ErrorState,
  matchesText,
  Skeleton,
  toast,
  useDirty,
  useWords,
} from '@wattyard/console-kit'
import { Button, Input, Select } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { type Friend, listColleagues, writeToColleague } from '../../contract/calls/colleague.ts'
import { MAX_TEXT } from '../../contract/message.ts'

const FORM = 'n-write'

/** Draws the form for a message to a colleague. */
export function WriteDialog({ to, onClose }: { to: string | null; onClose: () => void }) {
  const { t } = useWords()
  const friends = useQuery({
    queryKey: ['notifications.friends'],
    queryFn: ({ signal }) => api.call(listColleagues, {}, { signal, lane: 'page', quiet: true }),
    staleTime: 15_000,
  })
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      open
      width={520}
      title={t('notifications.inbox.write')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={FORM} loading={isBusy}>
            {t('notifications.colleague.send')}
          </Button>
        </>
      }
    >
      {friends.data ? (
        <WriteForm friends={friends.data.list} to={to} onBusy={setBusy} onSent={onClose} />
      ) : friends.error ? (
        <ErrorState error={friends.error} onRetry={() => void friends.refetch()} />
      ) : (
        <Skeleton lines={4} height={32} />
      )}
    </Dialog>
  )
}

interface FormProps {
  friends: readonly Friend[]
  to: string | null
  onBusy: (isBusy: boolean) => void
  onSent: () => void
}

function WriteForm({ friends, to, onBusy, onSent }: FormProps) {
  const { t } = useWords()
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(friends.some(one => one.id === to) ? to : null)
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useDirty(text.trim() !== '')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const missing = {
      ...(chosen === null ? { to: t('kit.requiredField') } : {}),
      ...(text.trim() === '' ? { text: t('kit.requiredField') } : {}),
    }
    setErrors(missing)
    if (chosen === null || Object.keys(missing).length > 0) return
    onBusy(true)
    try {
      await api.call(writeToColleague, { to: chosen, text })
      toast.good(t('notifications.colleague.sent', { name: friends.find(one => one.id === chosen)?.name ?? '' }))
      onSent()
    } catch (error) {
      // The client has shown errors without a field.
      setErrors(error instanceof ApiError ? error.fields : {})
    } finally {
      onBusy(false)
    }
  }
  return (
    <form id={FORM} onSubmit={event => void submit(event)} className="n-form">
      <div className="w-field">
        <label htmlFor={`${id}-to`}>{t('notifications.colleague.to')}</label>
        <Select
          id={`${id}-to`}
          aria-label={t('notifications.colleague.to')}
          value={chosen}
          onChange={setChosen}
          notFoundContent={t('notifications.colleague.nobody')}
          aria-describedby={errors.to ? `${id}-to-error` : `${id}-to-hint`}
          {...(errors.to ? { status: 'error' as const } : {})}
          // Matches the name as written, the initials of its pinyin, the office and the position.
          showSearch={{ filterOption: (sought, option) => matchesText(String(option?.search ?? ''), sought) }}
          options={friends.map(one => ({
            value: one.id,
            // Without it a screen reader announces the id.
            'aria-label': one.name,
            search: [one.name, one.loginName, one.officeName, one.postLabel].join(' '),
            label: <FriendLine friend={one} />,
          }))}
        />
        {errors.to ? (
          <p id={`${id}-to-error`} className="w-field-error" role="alert">
            {errors.to}
          </p>
        ) : (
          <p id={`${id}-to-hint`} className="w-field-hint">
            {t('notifications.colleague.toHint')}
          </p>
        )}
      </div>
      <div className="w-field">
        <label htmlFor={`${id}-text`}>{t('notifications.colleague.text')}</label>
        <Input.TextArea
          id={`${id}-text`}
          value={text}
          rows={6}
          maxLength={MAX_TEXT}
          aria-describedby={errors.text ? `${id}-text-error` : undefined}
          {...(errors.text ? { status: 'error' as const } : {})}
          onChange={event => setText(event.target.value)}
        />
        {errors.text ? (
          <p id={`${id}-text-error`} className="w-field-error" role="alert">
            {errors.text}
          </p>
        ) : (
          <p className="w-field-hint">{t('notifications.colleague.limit', { max: MAX_TEXT })}</p>
        )}
      </div>
    </form>
  )
}

function FriendLine({ friend: { name, initials, officeName, postLabel, online } }: { friend: Friend }) {
  const { t } = useWords()
  return (
    <span className="n-friend">
      <span className="n-initials" aria-hidden="true" data-online={online ? '' : undefined}>
        {initials}
      </span>
      <span>{name}</span>
      <span className="w-quiet">
        {[postLabel, officeName, t(online ? 'notifications.colleague.online' : 'notifications.colleague.offline')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  )
}
