import { type BackupStatus } from '../../contract/calls/backup.ts'
import { Ago, showInstant, type Stat, StatGrid, useWords, useZone } from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BACKUP_JOBS, VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'
import { sizeText } from './size-text.ts'

/** Draws the times of the last backup and the last verified one, their folder, and the key that identifies their installation. */
export function BackupTiles({ status }: { status: BackupStatus | undefined }) {
  const { t, language } = useWords()
  const zone = useZone()
  const shown = (value: ReactNode): Stat['figure'] => (status ? { kind: 'shown', value } : undefined)
  const age = (at: number | null | undefined) => shown(at ? <Ago at={at} /> : t('platform.backup.never'))
  const [folder = ''] = status?.folders ?? []
  const exact = (at: number | null | undefined) => (at ? showInstant(at, zone) : '')
  const free = status?.free_bytes ?? null
  const failedAt = status?.lastFailedAt ?? null
  const job = status?.jobs.find(({ name }) => name === BACKUP_JOBS.make)
  const failure = failedAt ? t('platform.backup.failed', { at: showInstant(failedAt, zone) }) : ''
  const stats: readonly Stat[] = [
    {
      key: 'verified',
      label: t('platform.backup.lastVerified'),
      figure: age(status?.lastVerifiedAt),
      tone: status?.isOverdue ? 'bad' : undefined,
      note: status?.isOverdue
        ? t('platform.backup.overdue', { days: VERIFIED_WITHIN_DAYS })
        : exact(status?.lastVerifiedAt) || t('platform.backup.within'),
    },
    {
      key: 'made',
      label: t('platform.backup.lastMade'),
      figure: age(status?.lastMadeAt),
      tone: failedAt ? 'bad' : undefined,
      note: failedAt
        ? job && <Link to={`/sysconfig/cfgSchedule?open=${job.id}`}>{failure}</Link>
        : status && t(status.sealed ? 'platform.backup.sealedOn' : 'platform.backup.sealedOff'),
    },
    {
      key: 'free',
      label: t('platform.backup.free'),
      figure: shown(free === null ? t('platform.backup.unknown') : sizeText(free / 1024, language)),
      note: <span className="platform-backup-path">{folder}</span>,
    },
    {
      key: 'key',
      label: t('platform.backup.key'),
      figure: shown(<span className="platform-backup-key">{status?.keyName}</span>),
      note: t('platform.backup.keyNote'),
    },
  ]
  return <StatGrid label={t('platform.backup.standing')} stats={stats} />
}
