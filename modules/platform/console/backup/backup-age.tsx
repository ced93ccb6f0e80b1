import { Chart, type ChartData, EmptyState, useNow, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import { VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'

const HOUR_MS = 3_600_000
const HOURS_OF_DAY = 24
/** The restore runs once a week; later it is late, and after `VERIFIED_WITHIN_DAYS` an alarm. */
const DUE_DAYS = 7
/** Older is not worse; the figure below the pointer goes on. */
const SCALE_DAYS = 20

/** How near the last proof of a backup is to being too old. */
export function BackupAge({ lastVerifiedAt }: { lastVerifiedAt: number | null }) {
  const { t } = useWords()
  const now = useNow()
  // Whole hours, so that it is not drawn anew every ten seconds.
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
