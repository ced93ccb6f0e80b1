import { useMutation, useQuery } from '@tanstack/react-query'
import {
  api,
  Dialog,
  ErrorState,
  fileSize,
  NumberInput,
  Skeleton,
  toast,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { Button, Progress } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { FILE_QUOTA, type FileStorage, fileStorage, MOST_QUOTA_MB } from '../../contract/calls/storage.ts'
import { saveSetting, useStoredSetting } from '../setting/stored-setting.ts'

const MEGABYTE = 1024 * 1024

/** Draws the storage that the company's files use, and their limit, which people with the permission can change. */
export function StorageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const form = useId()
  const mayChange = useMay('platform.setting:update')
  const stored = useStoredSetting(FILE_QUOTA)
  const storage = useQuery({
    queryKey: ['platform.storage'],
    queryFn: ({ signal }) => api.call(fileStorage, {}, { signal, quiet: true, fresh: true }),
    gcTime: 0,
  })
  const error = storage.error ?? stored.error
  return (
    <Dialog
      open
      width={480}
      title={t('platform.storage.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t(mayChange ? 'kit.cancel' : 'kit.close')}</Button>
          {mayChange && (
            <Button type="primary" htmlType="submit" form={form} disabled={!storage.data}>
              {t('kit.save')}
            </Button>
          )}
        </>
      }
    >
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void storage.refetch()
            void stored.refetch()
          }}
        />
      ) : storage.data && stored.isSuccess ? (
        <StorageForm
          id={form}
          storage={storage.data}
          version={stored.data?.version ?? 0}
          mayChange={mayChange}
          onSaved={onClose}
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </Dialog>
  )
}

interface FormProps {
  readonly id: string
  readonly storage: FileStorage
  readonly version: number
  readonly mayChange: boolean
  readonly onSaved: () => void
}

function StorageForm({ id, storage, version, mayChange, onSaved }: FormProps) {
  const { t, language } = useWords()
  const { usedBytes, files, quotaMb } = storage
  const [quota, setQuota] = useState<number | null>(quotaMb)
  const save = useMutation({
    mutationFn: (value: number) => saveSetting(FILE_QUOTA, value, version),
    onSuccess() {
      toast.good(t('platform.storage.saved'))
      onSaved()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (quota !== null && !save.isPending) save.mutate(quota)
  }
  const used = t('platform.storage.used', {
    used: fileSize(usedBytes, language),
    quota: fileSize(quotaMb * MEGABYTE, language),
  })
  const percent = Math.min(100, Math.floor((usedBytes / (quotaMb * MEGABYTE)) * 100))
  return (
    <form id={id} className="w-form" noValidate onSubmit={submit}>
      <div>
        <p>
          {used} · {t('platform.storage.files', { count: files })}
        </p>
        <Progress percent={percent} status={percent >= 90 ? 'exception' : 'normal'} aria-label={used} />
      </div>
      {mayChange && (
        <div className="w-field">
          <label htmlFor={`${id}-quota`}>{t('platform.storage.quota')}</label>
          <NumberInput
            id={`${id}-quota`}
            min={1}
            max={MOST_QUOTA_MB}
            precision={0}
            value={quota}
            onChange={setQuota}
            aria-describedby={`${id}-hint`}
            style={{ width: 200 }}
          />
        </div>
      )}
      <p id={`${id}-hint`} className="w-field-hint">
        {t('platform.storage.quotaHint')}
      </p>
    </form>
  )
}
