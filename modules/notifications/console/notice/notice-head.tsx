import { HeadCommands, type SectionProps, type Stat, StatGrid, StatusTag, useWords, When } from '@wattyard/console-kit'
import { useReaders } from './use-readers.ts'

/** Draws the state of a notice, whom it is for and from when to when, and what can be done with it now. */
export function NoticeHead({ record, labels }: SectionProps) {
  const { t } = useWords()
  const { state, starts, ends, published } = record
  const from = typeof starts === 'number' ? starts : published
  return (
    <>
      <StatusTag of="notifications.notice.state" value={typeof state === 'string' ? state : null} />
      <Marks record={record} />
      <span>{audienceOf(record, labels).join(' · ') || t('notifications.notice.everybody')}</span>
      {typeof from === 'number' && (
        <span className="w-quiet">
          <When at={from} />
          {typeof ends === 'number' && (
            <>
              {' – '}
              <When at={ends} />
            </>
          )}
        </span>
      )}
      <HeadCommands record={record} names={['publish', 'remind', 'withdraw']} />
    </>
  )
}

function Marks({ record }: Pick<SectionProps, 'record'>) {
  const { t } = useWords()
  const marks = (['isPinned', 'mustConfirm'] as const).filter(mark => record[mark] === true)
  return marks.map(mark => (
    <span key={mark} className="w-tag" data-plain="">
      {t(`notifications.notice.${mark}`)}
    </span>
  ))
}

/** Returns the names of the roles and offices that a notice is for; none for everybody. */
function audienceOf({ roleIds, officeIds }: SectionProps['record'], labels: SectionProps['labels']): string[] {
  const namesOf = (of: string, ids: unknown): string[] =>
    (Array.isArray(ids) ? ids : []).flatMap((id: string) => labels[of]?.[id] ?? [])
  return [...namesOf('identity.role', roleIds), ...namesOf('identity.office', officeIds)]
}

/** Draws how many people a notice is for, and how many have read and confirmed it; a draft was read by nobody yet. */
export function NoticeFigures({ record }: SectionProps) {
  const { t } = useWords()
  const readers = useReaders(record)
  const isOut = typeof record.published === 'number'
  const count = (value: (of: NonNullable<typeof readers.data>) => number, isKnown: boolean): Stat['figure'] =>
    readers.data && { kind: 'count', value: isKnown ? value(readers.data) : null }
  const of = (key: string) => ({ key, label: t(`notifications.notice.figure.${key}`) })
  return (
    <StatGrid
      label={t('kit.figures')}
      look="plain"
      query={readers}
      stats={[
        { ...of('recipients'), figure: count(({ list }) => list.length, true) },
        { ...of('read'), figure: count(({ read }) => read, isOut) },
        { ...of('unread'), figure: count(({ list, read }) => list.length - read, isOut) },
        ...(record.mustConfirm === true
          ? [{ ...of('confirmed'), figure: count(({ confirmed }) => confirmed, isOut) }]
          : []),
      ]}
    />
  )
}
