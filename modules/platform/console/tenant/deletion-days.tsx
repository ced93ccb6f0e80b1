import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog, NumberInput, toast, useWords } from '@wattyard/console-kit'
import { tenancy } from '@wattyard/identity/contract'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { DELETION_DAYS, MOST_DELETION_DAYS } from '../../contract/deletion-days.ts'
import { saveSetting, settingKey, useStoredSetting } from '../setting/stored-setting.ts'

/** Draws the waiting time of deletions on the page of tenants, with a link to change it. */
export function DeletionDays() {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const stored = useStoredSetting(DELETION_DAYS)
  // People who may not read settings do not get this one.
  if (typeof stored.data?.value !== 'number') return null
  return (
    <p className="w-quiet">
      {t('platform.deletionDays.now', { count: stored.data.value })}{' '}
      <button type="button" className="w-link-button" onClick={() => setOpen(true)}>
        {t('platform.deletionDays.change')}
      </button>
      {isOpen && <DaysDialog days={stored.data.value} version={stored.data.version} onClose={() => setOpen(false)} />}
    </p>
  )
}

function DaysDialog({ days, version, onClose }: { days: number; version: number; onClose: () => void }) {
  const { t } = useWords()
  const id = useId()
  const queries = useQueryClient()
  const [value, setValue] = useState<number | null>(days)
  const save = useMutation({
    mutationFn: () => saveSetting(DELETION_DAYS, value, version),
    onSuccess: async () => {
      toast.good(t('platform.deletionDays.saved'))
      // The details of each tenant show the same number.
      await Promise.all(
        [settingKey(DELETION_DAYS), [tenancy.name]].map(queryKey => queries.invalidateQueries({ queryKey })),
      )
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={480}
      title={t('platform.deletionDays.title')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={value === null || value === days}
            onClick={() => save.mutate()}
          >
            {t('kit.save')}
          </Button>
        </>
      }
    >
      <div className="w-field">
        <label htmlFor={id}>{t('platform.deletionDays.label')}</label>
        <NumberInput
          id={id}
          min={1}
          max={MOST_DELETION_DAYS}
          precision={0}
          value={value}
          suffix={t('platform.audit.days')}
          onChange={setValue}
          style={{ width: 200 }}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="w-field-hint">
          {t('platform.deletionDays.hint', { most: MOST_DELETION_DAYS })}
        </p>
      </div>
    </Dialog>
  )
}
