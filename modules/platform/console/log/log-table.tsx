import { type LineColumn, LineList, useWords, useZone, When } from '@wattyard/console-kit'
import { type AuditRow } from '../../contract/calls/audit.ts'
import type { Part } from './log-filters.ts'
import {
  actionWord,
  changesOf,
  fieldName,
  recordName,
  resourceWord,
  type EntryContext,
  valueText,
} from '../../contract/log/log-words.ts'

/** Number of fields named in a line; the entry has all of them. */
const NAMED = 3

export function LogTable({
  part,
  rows,
  told,
  onShow,
  ofOnePerson = false,
}: {
  part: Part
  rows: readonly AuditRow[]
  told: EntryContext
  onShow: (row: AuditRow) => void
  /** Leaves out the column with the person. */
  ofOnePerson?: boolean
}) {
  const words = useWords()
  const zone = useZone()
  const head = (key: string) => ({ key, head: words.t(`platform.audit.${key}`) })
  const said = (row: AuditRow, field: string) =>
    valueText({ ...words, zone, labels: told.labels }, told, row, field, row.after?.[field]) || '--'
  const fields = (row: AuditRow) => changesOf(row).map(({ field }) => fieldName(words, row, field))
  const fieldsText = (row: AuditRow) => {
    const names = fields(row)
    return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ' …' : ''}`
  }
  const own: LineColumn<AuditRow>[] =
    part === 'sign-in'
      ? [
          { ...head('method'), show: row => said(row, 'method') },
          { ...head('result'), show: row => said(row, 'result') },
          {
            ...head('userAgent'),
            className: 'platform-log-agent',
            place: 'wide',
            show: row => <span title={said(row, 'userAgent')}>{said(row, 'userAgent')}</span>,
          },
        ]
      : [
          {
            ...head('object'),
            place: 'wide',
            show: row => (
              <>
                {recordName(words, told, row)} <small className="w-quiet">{resourceWord(words, row.resource)}</small>
              </>
            ),
          },
          {
            ...head('field'),
            className: 'w-quiet',
            place: 'wide',
            says: row => fields(row).length > 0,
            show: fieldsText,
          },
        ]
  const columns: LineColumn<AuditRow>[] = [
    { ...head('at'), place: 'beside', show: row => <When at={row.at} /> },
    ...(ofOnePerson ? [] : [{ ...head('actorName'), show: (row: AuditRow) => row.actorName }]),
    {
      ...head('action'),
      place: 'name',
      show: row => (
        <button type="button" className="w-link-button" onClick={() => onShow(row)}>
          {actionWord(words, row.resource, row.action)}
        </button>
      ),
    },
    ...own,
    { ...head('ip'), className: 'w-num', says: row => row.ip !== null, show: row => row.ip ?? '--' },
  ]
  return <LineList rows={rows} columns={columns} isWhole className="platform-log-table" />
}
