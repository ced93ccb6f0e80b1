import { EmptyState, HeadUnit, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { type MonitorAnswer, type RunningOrder } from '../../contract/calls/live.ts'
import { falls, listed, type MonitorFilter, type SortKey } from './monitor-list.ts'
import { MonitorRow } from './monitor-row.tsx'

/** Rows drawn at once; one click shows more. */
const ROWS = 300

/** Sortable columns, in the order of `MonitorRow`. */
const HEADS: readonly { key: SortKey; word: string; kind?: string; atEnd?: true }[] = [
  { key: 'orderNo', word: 'charging.order.orderNo' },
  { key: 'place', word: 'charging.page.place' },
  { key: 'state', word: 'charging.order.state' },
  { key: 'power', word: 'charging.page.power', kind: 'power' },
  { key: 'soc', word: 'charging.page.soc', kind: 'percent' },
  { key: 'energy', word: 'charging.order.energy', kind: 'energy', atEnd: true },
  { key: 'amount', word: 'charging.page.amount', kind: 'money', atEnd: true },
  { key: 'startedAt', word: 'charging.page.duration', atEnd: true },
  { key: 'lastFactAt', word: 'charging.page.lastData' },
]

interface SessionTableProps {
  answer: MonitorAnswer
  filter: MonitorFilter
  set: (key: string, value: string) => void
  onOpen: (id: string) => void
  onStop: (order: RunningOrder) => void
}

export function SessionTable({ answer, filter, set, onOpen, onStop }: SessionTableProps) {
  const { t } = useWords()
  const [rows, setRows] = useState(ROWS)
  const { text, station, flagged, sort, descending } = filter
  const list = useMemo(
    () => listed(answer.list, { text, station, flagged, sort, descending }, answer.asOf),
    [answer, text, station, flagged, sort, descending],
  )
  if (answer.list.length === 0)
    return <EmptyState title={t('charging.monitorPage.empty')} text={t('charging.monitorPage.emptyHint')} />
  if (list.length === 0) return <EmptyState title={t('kit.noMatch')} text={t('kit.noMatchHint')} />
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="ch-scroll" tabIndex={0}>
        <table className="ch-table">
          <caption className="w-sr">{t('charging.monitorPage.title')}</caption>
          <thead>
            <tr>
              {HEADS.map(({ key, word, kind = '', atEnd }) => (
                <th
                  key={key}
                  scope="col"
                  data-end={atEnd && ''}
                  aria-sort={sort === key ? (falls(filter) ? 'descending' : 'ascending') : undefined}
                >
                  <button
                    type="button"
                    className="ch-sort"
                    data-on={sort === key ? '' : undefined}
                    onClick={() => set('sort', sort === key && descending ? key : `-${key}`)}
                  >
                    {t(word)}
                    <HeadUnit kind={kind} />
                    <span aria-hidden="true">{sort === key ? (falls(filter) ? '▾' : '▴') : ''}</span>
                  </button>
                </th>
              ))}
              <th scope="col">{t('charging.page.signs')}</th>
              <th scope="col">
                <span className="w-sr">{t('kit.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.slice(0, rows).map(one => (
              <MonitorRow key={one.id} order={one} onOpen={onOpen} onStop={onStop} />
            ))}
          </tbody>
        </table>
      </div>
      {list.length > rows && (
        <p className="ch-more">
          <Button size="small" onClick={() => setRows(rows + ROWS)}>
            {t('charging.monitorPage.more', { count: list.length - rows })}
          </Button>
        </p>
      )}
    </>
  )
}
