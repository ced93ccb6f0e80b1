import {
  type Labels,
  type LineColumn,
  LineList,
  linkToRecord,
  StatusTag,
  useWords,
  valueWord,
  When,
} from '@wattyard/console-kit'
import { Link } from 'react-router'
import { type DeviceLogRow } from '../../contract/calls/device-log.ts'
import { partsOfDetail } from '../../contract/command-detail.ts'
import { eventDetail } from '../../contract/event-detail.ts'
import { FrameLink } from '../parse/frame-link.tsx'
import './device-log.css'

/** Draws the lines of the device log. Each links to its pile, whose detail has the trace, and to its message. */
export function DeviceLogTable({ rows, labels }: { rows: readonly DeviceLogRow[]; labels: Labels }) {
  const words = useWords()
  const head = (key: string) => ({ key, head: words.t(`gateway.log.${key}`) })
  const stationOf = (row: DeviceLogRow) => labels['assets.station']?.[row.stationId ?? '']
  const columns: readonly LineColumn<DeviceLogRow>[] = [
    { ...head('at'), show: row => <When at={row.at} /> },
    {
      ...head('pile'),
      show: row => (
        <>
          <PileName row={row} labels={labels} />
          {stationOf(row) && <div className="w-quiet">{stationOf(row)}</div>}
        </>
      ),
    },
    {
      ...head('what'),
      place: 'name',
      show: row => (
        <>
          {valueWord(words, row.source === 'event' ? 'gateway.event.kind' : 'gateway.command.kind', row.kind)}
          {row.times > 1 && <span className="w-quiet"> × {row.times}</span>}
        </>
      ),
    },
    {
      ...head('how'),
      place: 'beside',
      show: row =>
        row.source === 'event' ? (
          <StatusTag of="gateway.event.severity" value={row.severity ?? ''} />
        ) : (
          <StatusTag of="gateway.command.state" value={row.state ?? ''} />
        ),
    },
    {
      ...head('detail'),
      className: 'gateway-log-detail',
      place: 'wide',
      says: row => Boolean(row.detail) || row.frame !== null,
      show: row => (
        <>
          {detailText(words, row)} {row.frame && <FrameLink frame={row.frame} />}
        </>
      ),
    },
    {
      ...head('askedBy'),
      says: row => row.askedBy !== null,
      show: row =>
        row.askedBy ? valueWord(words, 'gateway.command.askedBy', row.askedBy) : <span aria-hidden>--</span>,
    },
    { ...head('ip'), className: 'w-num', says: row => row.ip !== null, show: row => row.ip ?? '--' },
  ]
  return <LineList rows={rows} columns={columns} isWhole className="platform-log-table" />
}

/** Returns the answer of a pile with its first word translated; the rest is the pile's own text. */
function detailText(words: ReturnType<typeof useWords>, { source, kind, detail }: DeviceLogRow): string {
  if (!detail) return '--'
  if (source === 'event')
    return eventDetail(kind, detail, { say: words.t, wordOf: (name, value) => valueWord(words, name, value) })
  const { word, more } = partsOfDetail(detail)
  const said = valueWord(words, 'gateway.command.detail', word)
  return more ? `${said} (${more})` : said
}

function PileName({ row: { pileId, identity }, labels }: { row: DeviceLogRow; labels: Labels }) {
  if (!pileId) return <span className="w-mono">{identity ?? '--'}</span>
  const name = labels['assets.pile']?.[pileId] ?? identity ?? pileId
  const link = linkToRecord('assets.pile', pileId)
  return link ? <Link to={link}>{name}</Link> : <span>{name}</span>
}
