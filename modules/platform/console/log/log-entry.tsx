import { Dialog, Fact, Facts, type LineColumn, LineList, useWords, useZone, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { type AuditRow } from '../../contract/calls/audit.ts'
import {
  actionWord,
  changesOf,
  fieldName,
  recordName,
  resourceWord,
  type EntryContext,
  valueText,
} from '../../contract/log/log-words.ts'
import './log.css'

/** Draws one entry with all its fields, before and after side by side. */
export function LogEntry({
  entry,
  told,
  onClose,
  onOnly,
}: {
  entry: AuditRow
  told: EntryContext
  onClose: () => void
  onOnly: (entry: AuditRow) => void
}) {
  const words = useWords()
  const zone = useZone()
  const { t } = words
  const { resource, action } = entry
  const changes = changesOf(entry)
  const text = (field: string, value: unknown) =>
    valueText({ ...words, zone, labels: told.labels }, told, entry, field, value) || '∅'
  const columns: LineColumn<ReturnType<typeof changesOf>[number] & { id: string }>[] = [
    {
      key: 'field',
      head: t('platform.audit.field'),
      className: 'platform-changed',
      place: 'name',
      show: ({ field }) => fieldName(words, entry, field),
    },
    {
      key: 'after',
      head: t('platform.audit.after'),
      place: 'wide',
      show: ({ field, after }) => <ins>{text(field, after)}</ins>,
    },
  ]
  if (entry.before !== null)
    columns.splice(1, 0, {
      key: 'before',
      head: t('platform.audit.before'),
      place: 'wide',
      show: ({ field, before }) => <del>{text(field, before)}</del>,
    })
  return (
    <Dialog
      open
      kind="drawer"
      width={760}
      title={[actionWord(words, resource, action), resourceWord(words, resource), recordName(words, told, entry)]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('platform.audit.at')}>
          <When at={entry.at} />
        </Fact>
        <Fact label={t('platform.audit.actorName')}>{entry.actorName}</Fact>
        <Fact label={t('platform.audit.ip')}>{entry.ip ?? '--'}</Fact>
        <Fact label={t('platform.audit.recordId')} wide>
          <span title={entry.recordId || undefined}>
            {[recordName(words, told, entry), resourceWord(words, resource)].filter(Boolean).join(' · ')}
          </span>{' '}
          {entry.recordId !== '' && (
            <Button size="small" onClick={() => onOnly(entry)}>
              {t('platform.audit.only')}
            </Button>
          )}
        </Fact>
        <Fact label={t('platform.audit.requestId')} wide>
          <small className="w-mono w-quiet">{entry.requestId ?? '--'}</small>
        </Fact>
      </Facts>
      {changes.length === 0 ? (
        <p className="w-quiet">{t('platform.audit.noFields')}</p>
      ) : (
        <div className="platform-changes">
          <LineList rows={changes.map(one => ({ ...one, id: one.field }))} columns={columns} />
        </div>
      )}
    </Dialog>
  )
}
