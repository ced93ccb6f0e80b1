import {
  type CellSlotProps,
  EmptyState,
  ErrorState,
  lazyPart,
  ResourcePage,
  type ResourceSlots,
  StatusTag,
  toast,
  useCommand,
  useMay,
  useWords,
  When,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { type ComponentType, useMemo, useState } from 'react'
import { backup, BACKUP_ELSEWHERE, BACKUP_JOBS, BACKUP_MISSING } from '../../contract/backup.ts'
import { doesNotAddUp, goodBackups } from '../../contract/backup-report.ts'
import { faultOf } from '../../contract/run-fault.ts'
import { schedule } from '../../contract/schedule.ts'
import { BackupAge } from './backup-age.tsx'
import { BackupFile } from './backup-file.tsx'
import { Details, GoodBackupSaid } from './backup-said.tsx'
import { useBackupStatus } from './backup-queries.ts'
import { BackupTiles } from './backup-tiles.tsx'
import { sizeText } from './size-text.ts'
import '../schedule/schedule.css'
import './backup.css'

const SettingsDialog = lazyPart(async () => (await import('./backup-settings-dialog.tsx')).BackupSettingsDialog)

function SizeCell({ value }: CellSlotProps) {
  const { language } = useWords()
  return <span className="w-num">{sizeText(Number(value), language)}</span>
}

function VerdictCell({ value }: CellSlotProps) {
  const { t } = useWords()
  if (typeof value !== 'string') return <span className="w-quiet">{t('platform.backup.notVerified')}</span>
  return <StatusTag of="platform.backup.verdict" value={value} />
}

/** Draws the report of a verification in words, with the command's own lines below. */
function NoteCell({ value }: CellSlotProps) {
  const { t } = useWords()
  if (value === BACKUP_MISSING) return t('platform.backup.missing')
  if (value === BACKUP_ELSEWHERE) return t('platform.backup.elsewhere')
  if (typeof value !== 'string' || value === '') return <When at={null} />
  const [good] = goodBackups(value) ?? []
  return (
    <>
      {good ? <GoodBackupSaid good={good} /> : <p>{t(wrongWord(value))}</p>}
      <Details text={value} />
    </>
  )
}

/** Returns the key of the words for a backup that cannot be restored, or does not add up. */
const wrongWord = (report: string): string =>
  doesNotAddUp(report) ? 'platform.backup.doesNotAddUp' : `platform.runFault.${faultOf(report)}`

/** Draws the buttons for a backup now, and for the settings. */
function Tools() {
  const { t } = useWords()
  const status = useBackupStatus()
  const runNow = useCommand({ resource: schedule, command: 'runNow' })
  const mayRun = useMay(`${schedule.name}:runNow`)
  const maySet = useMay('platform.setting:update')
  const [isSetting, setIsSetting] = useState(false)
  const make = status.data?.jobs.find(job => job.name === BACKUP_JOBS.make)
  if (!status.data?.governs) return null
  return (
    <>
      {maySet && <Button onClick={() => setIsSetting(true)}>{t('platform.backup.settings')}</Button>}
      {mayRun && make && (
        <Button
          type="primary"
          loading={runNow.isPending || make.isRunning}
          onClick={() =>
            runNow.mutate({ ids: [make.id] }, { onSuccess: () => toast.good(t('platform.backup.nowAsked')) })
          }
        >
          {t(make.isRunning ? 'platform.backup.running' : 'platform.backup.now')}
        </Button>
      )}
      {isSetting && <SettingsDialog status={status.data} onClose={() => setIsSetting(false)} />}
    </>
  )
}

function Summary() {
  const { t } = useWords()
  const status = useBackupStatus()
  if (status.error) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  if (status.data && !status.data.governs)
    return (
      <section className="w-card">
        <EmptyState title={t('platform.backup.notHere')} />
      </section>
    )
  return (
    <div className="platform-backup-standing">
      {status.data && <BackupAge lastVerifiedAt={status.data.lastVerifiedAt} />}
      <BackupTiles status={status.data} />
    </div>
  )
}

const CELLS = {
  size: SizeCell,
  verdict: VerdictCell,
  verdictNote: NoteCell,
  madeAt: ({ value }: CellSlotProps) => <When at={Number(value)} />,
}
const WIDTHS = { madeAt: 165, cause: 120, size: 85, rows: 80, verdict: 115, verifiedAt: 165, state: 120, file: 270 }

/** Draws the backups of the installation: their state, the list, and the results of each verification. */
export function BackupsPart({ switcher: Switch }: { switcher: ComponentType }) {
  const slots = useMemo(
    (): ResourceSlots => ({
      cells: CELLS,
      widths: WIDTHS,
      toolbar: () => (
        <>
          <Switch />
          <Tools />
        </>
      ),
      summary: Summary,
      sections: [{ key: 'file', title: 'platform.backup.file', Show: BackupFile }],
    }),
    [Switch],
  )
  return <ResourcePage resource={backup} slots={slots} topics={['platform.schedule']} />
}
