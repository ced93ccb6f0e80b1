import { showNumber, useWords, When } from '@wattyard/console-kit'
import { type GoodBackup, goodBackups, type MadeBackup, madeBackup } from '../../contract/backup-report.ts'
import { BACKUP_JOBS } from '../../contract/backup.ts'
import { sizeText } from './size-text.ts'

/** Draws the text of a command as it came, folded: for whoever looks after the machine. */
export function Details({ text }: { text: string }) {
  const { t } = useWords()
  return (
    <details>
      <summary>{t('platform.schedule.details')}</summary>
      <pre className="platform-output">{text}</pre>
    </details>
  )
}

/** Draws what was found in a good backup. */
export function GoodBackupSaid({ good }: { good: GoodBackup }) {
  const { t, language } = useWords()
  const number = (value: number): string => showNumber(value, language)
  return (
    <>
      <p>{t('platform.backup.restored', { tables: number(good.tables), rows: number(good.rows) })}</p>
      <p>
        {t('platform.backup.booksAddUp', {
          journals: number(good.journals),
          orders: number(good.orders),
          days: number(good.closedDays),
        })}
      </p>
    </>
  )
}

/** Draws what a job of backups returned, in words; undefined for other jobs, and for texts that are something else. */
export function backupOutput(job: string, output: string) {
  const made = job === BACKUP_JOBS.make ? madeBackup(output) : null
  const good = job === BACKUP_JOBS.verify ? goodBackups(output) : null
  if (made) return <MadeSaid made={made} />
  return good?.map(one => <VerifiedSaid key={one.madeAt} good={one} />)
}

function VerifiedSaid({ good }: { good: GoodBackup }) {
  const { t } = useWords()
  return (
    <>
      <p>
        <span className="w-quiet">{t('platform.backup.madeAt')}</span> <When at={good.madeAt} />
      </p>
      <GoodBackupSaid good={good} />
    </>
  )
}

function MadeSaid({ made }: { made: MadeBackup }) {
  const { t, language } = useWords()
  const rows = showNumber(made.rows, language)
  return (
    <>
      <p>{t('platform.backup.written', { rows, size: sizeText(made.size, language), count: made.rows })}</p>
      <p>{t(made.isSealed ? 'platform.backup.writtenSealed' : 'platform.backup.writtenOpen')}</p>
      {made.removed > 0 && <p>{t('platform.backup.writtenRemoved', { count: made.removed })}</p>}
    </>
  )
}
