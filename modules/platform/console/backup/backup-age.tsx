import { Chart, type ChartData, EmptyState, useNow, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import { VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'

const HOUR_MS = 3_600_000
const HOURS_OF_DAY = 24
/** Interval of the verifying restore in days. Later it is overdue, and after `VERIFIED_WITHIN_DAYS` an alarm is raised. */
const DUE_DAYS = 7
/** End of the scale in days; the figure below the pointer continues beyond it. */
const SCALE_DAYS = 20

/** Draws the age of the last verified backup as a gauge. */
export function BackupAge({ lastVerifiedAt }: { lastVerifiedAt: number | null }) {
  const { t } = useWords()
  const now = useNow()
  // Whole hours, so that the gauge is not redrawn every ten seconds.
  const hours = lastVerifiedAt === null ? null : Math.max(0, Math.floor((now - lastVerifiedAt) / HOUR_MS))
  const data = useMemo(
    (): ChartData => ({
      kind: 'gauge',
      name: t('platform.backup.lastVerified'),
      value: hours === null ? null : hours / HOURS_OF_DAY,
      unit: t('platform.backup.days'),
      decimals: 1,
      min: 0,
      max: SCALE_DAYS,
      bands: [
        { to: DUE_DAYS, tone: 'good' },
        { to: VERIFIED_WITHIN_DAYS, tone: 'wait' },
        { to: SCALE_DAYS, tone: 'bad' },
      ],
    }),
    [hours, t],
  )
  return (
    <section className="w-card platform-backup-age">
      <Chart
        title={t('platform.backup.age')}
        hint={t('platform.backup.ageHint', { due: DUE_DAYS, days: VERIFIED_WITHIN_DAYS })}
        data={data}
        height={190}
        empty={<EmptyState title={t('platform.backup.never')} />}
      />
    </section>
  )
}
