import { type Labels, linkToRecord, StatusTag, useWords, valueWord, When } from '@wattyard/console-kit'
import { Link } from 'react-router'
import { partsOfDetail } from '../../contract/command-detail.ts'
import type { DeviceLogRow } from '../../contract/device-log.ts'
import { FrameLink } from '../parse/frame-link.tsx'
import './device-log.css'

const HEADS = ['at', 'pile', 'what', 'how', 'detail', 'askedBy', 'ip'] as const

/** Lines of the device log; each leads to its pile, whose detail has the trace, and to the message that told it. */
export function DeviceLogTable({ rows, labels }: { rows: readonly DeviceLogRow[]; labels: Labels }) {
  const { t } = useWords()
  return (
    <div className="w-scroll-x platform-log-table">
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {HEADS.map(key => (
              <th key={key} scope="col">
                {t(`gateway.log.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Line key={row.id} row={row} labels={labels} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What a pile answered, its first word as people say it; the rest is the pile's own. */
function detailText(words: ReturnType<typeof useWords>, { source, detail }: DeviceLogRow): string {
  if (!detail) return '--'
  if (source === 'event') return detail
  const { word, more } = partsOfDetail(detail)
  const said = valueWord(words, 'gateway.command.detail', word)
  return more ? `${said} (${more})` : said
}

function Line({ row, labels }: { row: DeviceLogRow; labels: Labels }) {
  const words = useWords()
  const station = labels['assets.station']?.[row.stationId ?? '']
  const detail = detailText(words, row)
  const kind = row.source === 'event' ? 'gateway.event.kind' : 'gateway.command.kind'
  return (
    <tr>
      <td>
        <When at={row.at} />
      </td>
      <td>
        <PileName row={row} labels={labels} />
        {station && <div className="w-quiet">{station}</div>}
      </td>
      <td>
        {valueWord(words, kind, row.kind)}
        {row.times > 1 && <span className="w-quiet"> × {row.times}</span>}
      </td>
      <td>
        {row.source === 'event' ? (
          <StatusTag of="gateway.event.severity" value={row.severity ?? ''} />
        ) : (
          <StatusTag of="gateway.command.state" value={row.state ?? ''} />
        )}
      </td>
      <td className="gateway-log-detail">
        {detail} {row.frame && <FrameLink frame={row.frame} />}
      </td>
      <td>{row.askedBy ? valueWord(words, 'gateway.command.askedBy', row.askedBy) : <span aria-hidden>--</span>}</td>
      <td className="w-num">{row.ip ?? '--'}</td>
    </tr>
  )
}

function PileName({ row: { pileId, identity }, labels }: { row: DeviceLogRow; labels: Labels }) {
  if (!pileId) return <span className="w-mono">{identity ?? '--'}</span>
  const name = labels['assets.pile']?.[pileId] ?? identity ?? pileId
  const link = linkToRecord('assets.pile', pileId)
  return link ? <Link to={link}>{name}</Link> : <span>{name}</span>
}
