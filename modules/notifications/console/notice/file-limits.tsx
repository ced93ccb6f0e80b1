import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog, ErrorState, NumberInput, Skeleton, toast, useMay, useWords } from '@wattyard/console-kit'
import { saveSetting, useStoredSetting } from '@wattyard/platform/console'
import { Button, Checkbox } from 'antd'
import { useId, useState } from 'react'
import { FILE_ENDINGS, USUAL_TYPES, MOST_MEGABYTES } from '@wattyard/resource'
import { MOST_FILES, NOTICE_FILES, type NoticeFileLimits } from '../../contract/notice-file.ts'

/**
 * Draws the button, next to "new notice", for the limits on files of a notice: number, size and kinds. Only for users with access
 * to settings.
 */
export function FileLimits() {
  const { t } = useWords()
  const mayRead = useMay('platform.setting:read')
  const mayChange = useMay('platform.setting:update')
  const [isOpen, setOpen] = useState(false)
  if (!mayRead || !mayChange) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('notifications.notice.fileLimits')}</Button>
      {isOpen && <LimitsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function LimitsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const form = useId()
  const stored = useStoredSetting(NOTICE_FILES)
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (value: NoticeFileLimits) =>
      saveSetting(NOTICE_FILES, { ...value, kinds: [...value.kinds] }, stored.data?.version ?? 0),
    onSuccess: async () => {
      toast.good(t('notifications.notice.fileLimitsSaved'))
      // Refreshes the rules of open notices.
      await queries.invalidateQueries({ queryKey: ['notifications.notice', 'fileRules'] })
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={480}
      title={t('notifications.notice.fileLimits')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button type="primary" htmlType="submit" form={form} loading={save.isPending} disabled={!stored.data}>
            {t('kit.save')}
          </Button>
        </>
      }
    >
      {stored.error ? (
        <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
      ) : stored.data ? (
        <LimitsForm
          id={form}
          before={stored.data.value as NoticeFileLimits /* checked when it was stored */}
          onSave={value => save.mutate(value)}
        />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

interface LimitsFormProps {
  id: string
  before: NoticeFileLimits
  onSave: (value: NoticeFileLimits) => void
}

function LimitsForm({ id, before, onSave }: LimitsFormProps) {
  const { t } = useWords()
  const [values, setValues] = useState(before)
  const numbers = [
    ['files', 0, MOST_FILES],
    ['megabytes', 1, MOST_MEGABYTES],
  ] as const
  return (
    <form
      id={id}
      className="w-form"
      onSubmit={event => {
        event.preventDefault()
        onSave(values)
      }}
    >
      {numbers.map(([key, min, max]) => (
        <div key={key} className="w-field">
          <label htmlFor={`${id}-${key}`}>{t(`notifications.notice.limit.${key}`)}</label>
          <NumberInput
            id={`${id}-${key}`}
            min={min}
            max={max}
            precision={0}
            value={values[key]}
            onChange={value => setValues(now => ({ ...now, [key]: value ?? min }))}
            style={{ width: 200 }}
          />
        </div>
      ))}
      <fieldset className="w-fieldset">
        <legend>{t('notifications.notice.limit.kinds')}</legend>
        <Checkbox.Group
          value={[...values.kinds]}
          options={USUAL_TYPES.map(kind => ({
            value: kind,
            label: FILE_ENDINGS[kind].map(ending => `.${ending}`).join(' '),
          }))}
          onChange={kinds => setValues(now => ({ ...now, kinds }))}
        />
      </fieldset>
      <p className="w-field-hint">{t('notifications.notice.limitHint')}</p>
    </form>
  )
}
