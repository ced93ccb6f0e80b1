import { type BackupStatus } from '../../contract/calls/backup.ts'
import { Ago, showInstant, StatTile, useWords, useZone } from '@wattyard/console-kit'
import { VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'
import { sizeText } from './size-text.ts'

/** When there was a backup last, when one was proved, where they lie, and the key that tells whose they are. */
export function BackupTiles({ status }: { status: BackupStatus | undefined }) {
  const { t, language } = useWords()
  const zone = useZone()
  const age = (at: number | null | undefined) =>
    at === undefined ? '…' : at === null ? t('platform.backup.never') : <Ago at={at} />
  const [folder = ''] = status?.folders ?? []
  const exact = (at: number | null | undefined) => (at ? showInstant(at, zone) : '')
  return (
    <div className="w-tiles platform-backup-tiles">
      <StatTile
        label={t('platform.backup.lastVerified')}
        value={age(status?.lastVerifiedAt)}
        {...(status?.isOverdue ? { tone: 'bad' as const } : {})}
        note={
          status?.isOverdue
            ? t('platform.backup.overdue', { days: VERIFIED_WITHIN_DAYS })
            : exact(status?.lastVerifiedAt) || t('platform.backup.within')
        }
      />
      <StatTile
        label={t('platform.backup.lastMade')}
        value={age(status?.lastMadeAt)}
        note={status ? t(status.sealed ? 'platform.backup.sealedOn' : 'platform.backup.sealedOff') : ''}
      />
      <StatTile
        label={t('platform.backup.free')}
        value={
          !status
            ? '…'
            : status.free_bytes === null
              ? t('platform.backup.unknown')
              : sizeText(status.free_bytes / 1024, language)
        }
        note={<span className="platform-backup-path">{folder}</span>}
      />
      <StatTile
        label={t('platform.backup.key')}
        value={<span className="platform-backup-key">{status?.keyName ?? '…'}</span>}
        note={t('platform.backup.keyNote')}
      />
    </div>
  )
}
