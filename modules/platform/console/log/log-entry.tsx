import { Dialog, Fact, Facts, useWords, useZone, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import type { AuditRow } from '../../contract/audit.ts'
import { actionWord, changesOf, fieldName, resourceWord, type Told, valueText } from './log-words.ts'
import './log.css'

/** One entry with every field it speaks of, before and after side by side. */
export function LogEntry({
  entry,
  told,
  onClose,
  onOnly,
}: {
  entry: AuditRow
  told: Told
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
  return (
    <Dialog
      open
      kind="drawer"
      width={760}
      title={`${actionWord(words, resource, action)} · ${resourceWord(words, resource)}`}
      onClose={onClose}
    >
      <Facts>
        <Fact label={t('platform.audit.at')}>
          <When at={entry.at} />
        </Fact>
        <Fact label={t('platform.audit.actorName')}>{entry.actorName}</Fact>
        <Fact label={t('platform.audit.ip')}>{entry.ip ?? '--'}</Fact>
        <Fact label={t('platform.audit.requestId')}>{entry.requestId ?? '--'}</Fact>
        <Fact label={t('platform.audit.recordId')} wide>
          {entry.recordId || '--'}{' '}
          {entry.recordId !== '' && (
            <Button size="small" onClick={() => onOnly(entry)}>
              {t('platform.audit.only')}
            </Button>
          )}
        </Fact>
      </Facts>
      {changes.length === 0 ? (
        <p className="w-quiet">{t('platform.audit.noFields')}</p>
      ) : (
        <div className="w-scroll-x">
          <table className="w-table w-table-plain platform-changes">
            <thead>
              <tr>
                <th scope="col">{t('platform.audit.field')}</th>
                {entry.before !== null && <th scope="col">{t('platform.audit.before')}</th>}
                <th scope="col">{t('platform.audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <th scope="row">{fieldName(words, entry, field)}</th>
                  {entry.before !== null && (
                    <td>
                      <del>{text(field, before)}</del>
                    </td>
                  )}
                  <td>
                    <ins>{text(field, after)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  )
}
