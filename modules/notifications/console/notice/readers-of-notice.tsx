import { ErrorState, type SectionProps, showInstant, Skeleton, useWords, useZone } from '@wattyard/console-kit'
import { useReaders } from './use-readers.ts'

/** Draws who has read the notice and who has not; unread first. */
export function ReadersOfNotice({ record }: SectionProps) {
  const { t } = useWords()
  const zone = useZone()
  const readers = useReaders(record)
  if (readers.error) return <ErrorState error={readers.error} onRetry={() => void readers.refetch()} />
  if (!readers.data) return <Skeleton lines={4} />
  const { list, read, confirmed } = readers.data
  if (list.length === 0) return <p className="w-quiet">{t('notifications.notice.nobody')}</p>
  return (
    <>
      <p>
        {t('notifications.notice.readersCount', { read, all: list.length })}
        {record.mustConfirm === true &&
          ` · ${t('notifications.notice.confirmedCount', { confirmed, all: list.length })}`}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <ul className="n-readers" tabIndex={0}>
        {list.map(({ id, name, office, readAt, confirmedAt }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="w-quiet w-grow">{office ?? ''}</span>
            <span className={readAt === null ? '' : 'w-quiet'}>
              {confirmedAt !== null
                ? t('notifications.notice.confirmedAt', { at: showInstant(confirmedAt, zone) })
                : readAt !== null
                  ? t('notifications.notice.readAt', { at: showInstant(readAt, zone) })
                  : t('notifications.notice.unread')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
