import { useWords, useZone, When } from '@wattyard/console-kit'
import type { AuditRow } from '../../contract/audit.ts'
import type { Part } from './log-filters.ts'
import { actionWord, changesOf, fieldName, resourceWord, type Told, valueText } from './log-words.ts'

/** Fields named in a line; the others are in the entry. */
const NAMED = 3

export function LogTable({
  part,
  rows,
  told,
  onShow,
}: {
  part: Part
  rows: readonly AuditRow[]
  told: Told
  onShow: (row: AuditRow) => void
}) {
  const { t } = useWords()
  const heads = part === 'sign-in' ? ['method', 'result', 'userAgent'] : ['resource', 'field']
  return (
    <div className="w-scroll-x platform-log-table">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {['at', 'actorName', 'action', ...heads, 'ip'].map(key => (
              <th key={key} scope="col">
                {t(`platform.audit.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <LogLine key={row.id} part={part} row={row} told={told} onShow={onShow} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface LineProps {
  part: Part
  row: AuditRow
  told: Told
  onShow: (row: AuditRow) => void
}

function LogLine({ part, row, told, onShow }: LineProps) {
  const words = useWords()
  const zone = useZone()
  const { resource, action } = row
  const said = (field: string) =>
    valueText({ ...words, zone, labels: told.labels }, told, row, field, row.after?.[field]) || '--'
  const fields = changesOf(row).map(({ field }) => fieldName(words, row, field))
  const more = fields.length > NAMED ? ' …' : ''
  return (
    <tr>
      <td>
        <When at={row.at} />
      </td>
      <td>{row.actorName}</td>
      <td>
        <button type="button" className="w-link-button" onClick={() => onShow(row)}>
          {actionWord(words, resource, action)}
        </button>
      </td>
      {part === 'sign-in' ? (
        <>
          <td>{said('method')}</td>
          <td>{said('result')}</td>
          <td className="platform-log-agent" title={said('userAgent')}>
            {said('userAgent')}
          </td>
        </>
      ) : (
        <>
          <td>{resourceWord(words, resource)}</td>
          <td className="w-quiet">{`${fields.slice(0, NAMED).join(', ')}${more}`}</td>
        </>
      )}
      <td className="w-num">{row.ip ?? '--'}</td>
    </tr>
  )
}
