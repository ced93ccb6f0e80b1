import { type BackupStatus } from '../../contract/calls/backup.ts'
import { useMutation } from '@tanstack/react-query'
import { Dialog, NumberInput, toast, useInvalidate, useWords } from '@wattyard/console-kit'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { backup } from '../../contract/backup.ts'
import { jobWord } from '../../contract/schedule.ts'
import { saveSetting } from '../setting/stored-setting.ts'
import { cronText } from '../schedule/cron-words.ts'

const COUNTS = [
  ['daily', 1, 60],
  ['weekly', 0, 60],
  ['monthly', 0, 120],
] as const

/** Draws the settings of backups: the number to keep, the folder of new ones, and the times of the jobs. */
export function BackupSettingsDialog({ status, onClose }: { status: BackupStatus; onClose: () => void }) {
  const { t, language } = useWords()
  const id = useId()
  const invalidate = useInvalidate()
  const [keep, setKeep] = useState(status.keep)
  const [folder, setFolder] = useState(status.folders[0] ?? '')
  const save = useMutation({
    mutationFn: () => saveSetting('platform.backups', { ...keep, folder }),
    onSuccess: async () => {
      toast.good(t('platform.backup.settingsSaved'))
      await invalidate(backup.name)
      onClose()
    },
  })
  return (
    <Dialog
      open
      width={520}
      title={t('platform.backup.settings')}
      onClose={onClose}
      foot={
        <Button type="primary" loading={save.isPending} onClick={() => save.mutate()}>
          {t('kit.save')}
        </Button>
      }
    >
      <div className="platform-backup-form">
        <div className="platform-backup-counts">
          {COUNTS.map(([name, min, max]) => (
            <div className="w-field" key={name}>
              <label htmlFor={`${id}-${name}`}>{t(`platform.backup.${name}`)}</label>
              <NumberInput
                id={`${id}-${name}`}
                min={min}
                max={max}
                precision={0}
                value={keep[name]}
                onChange={value => value !== null && setKeep({ ...keep, [name]: value })}
              />
            </div>
          ))}
        </div>
        <p className="w-field-hint">{t('platform.backup.keepHint')}</p>
        <div className="w-field">
          <label htmlFor={`${id}-folder`}>{t('platform.backup.place')}</label>
          <Select
            id={`${id}-folder`}
            value={folder}
            onChange={setFolder}
            options={status.folders.map(value => ({ value, label: value }))}
          />
          <p className="w-field-hint">{t('platform.backup.placeHint')}</p>
        </div>
        <div className="w-field">
          <span>{t('platform.backup.times')}</span>
          <ul className="platform-backup-times">
            {status.jobs.map(job => (
              <li key={job.id}>
                <span>{t(jobWord(job.name))}</span>
                <span className="w-quiet">{cronText(job.cron, t, language) ?? job.cron}</span>
                <Link to={`/sysconfig/cfgSchedule?open=${job.id}`} onClick={onClose}>
                  {t('platform.backup.changeTimes')}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}
