import { useQuery } from '@tanstack/react-query'
import {
  anyResource,
  api,
  CommandDialog,
  DETAIL_TAB,
  ErrorState,
  lazyPart,
  PageHeader,
  SearchInput,
  Skeleton,
  useLiveRefresh,
  useChosenStation,
  useWords,
  useTabQuery,
  withParams,
} from '@wattyard/console-kit'
import { Segmented, Select, Switch } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { type MonitorAnswer, type RunningOrder, readMonitor } from '../../contract/calls/live.ts'
import { order } from '../../contract/order.ts'
import { ImportSessionsButton } from '../import/import-button.tsx'
import { filterFrom, type MonitorFilter, stationsOf } from './monitor-list.ts'
import { MonitorSums } from './monitor-sums.tsx'
import { SessionTable } from './session-table.tsx'
import '../charging.css'

const SessionScatter = lazyPart(async () => (await import('./session-scatter.tsx')).SessionScatter)
const OrderDrawer = lazyPart(async () => (await import('../order/order-drawer.tsx')).OrderDrawer)
const definition = anyResource(order)

/** Time in ms for which events of a busy fleet are collected before a read. */
const GATHER_MS = 2_000
const REFRESH_MS = 20_000

function useMonitor() {
  const atStation = useChosenStation()
  useLiveRefresh(
    ['charging.order', 'charging.abnormal', 'gateway.connector', 'gateway.pile'],
    ['charging.monitor'],
    GATHER_MS,
  )
  return useQuery({
    queryKey: ['charging.monitor', { atStation }],
    queryFn: ({ signal }) => api.call(readMonitor, { atStation }, { signal, lane: 'page', quiet: true }),
    refetchInterval: REFRESH_MS,
  })
}

function useFilter(): [MonitorFilter, (key: string, value: string) => void] {
  const [search, setSearch] = useTabQuery()
  const filter = filterFrom(search, useChosenStation())
  const set = useCallback(
    (name: string, value: string) =>
      // Another order begins with its first tab.
      setSearch(before => withParams(before, { [name]: value, ...(name === 'open' && { [DETAIL_TAB]: null }) }), {
        replace: name !== 'open',
      }),
    [setSearch],
  )
  return [filter, set]
}

/** Draws `/znyy/orderMonitoring`: running sessions, live. */
export function Page() {
  const { t } = useWords()
  const monitor = useMonitor()
  const [filter, set] = useFilter()
  const [search] = useTabQuery()
  const [stopping, setStopping] = useState<RunningOrder | null>(null)
  const open = useCallback((id: string) => set('open', id), [set])
  const stop = useCallback((one: RunningOrder) => setStopping(one), [])
  const openId = search.get('open')
  return (
    <div className="w-page">
      <PageHeader title={t('charging.monitorPage.title')} asOf={monitor.data?.asOf} staleAfterS={60}>
        <ImportSessionsButton />
      </PageHeader>
      {monitor.error && !monitor.data && <ErrorState error={monitor.error} onRetry={() => void monitor.refetch()} />}
      {!monitor.data && !monitor.error && <Skeleton lines={8} />}
      {monitor.data && (
        <>
          <MonitorSums
            answer={monitor.data}
            filter={filter}
            onFlagged={() => set('flagged', filter.flagged ? '' : '1')}
          />
          <section className="w-card">
            <Tools answer={monitor.data} filter={filter} isChart={search.get('view') === 'chart'} set={set} />
            {search.get('view') === 'chart' && monitor.data.list.length > 0 ? (
              <SessionScatter answer={monitor.data} filter={filter} onOpen={open} />
            ) : (
              <SessionTable answer={monitor.data} filter={filter} set={set} onOpen={open} onStop={stop} />
            )}
          </section>
        </>
      )}
      {openId && (
        <OrderDrawer
          id={openId}
          running={monitor.data?.list.find(one => one.id === openId)}
          onClose={() => set('open', '')}
        />
      )}
      {stopping && (
        <CommandDialog
          resource={definition}
          command="stop"
          // The dialog uses only the order's name.
          records={[{ ...stopping, createdAt: 0, updatedAt: 0, can: ['stop'] }]}
          onDone={answer => {
            setStopping(null)
            if (answer) open(stopping.id)
            void monitor.refetch()
          }}
        />
      )}
    </div>
  )
}

interface ToolsProps {
  answer: MonitorAnswer
  filter: MonitorFilter
  isChart: boolean
  set: (key: string, value: string) => void
}

function Tools({ answer, filter, isChart, set }: ToolsProps) {
  const { t } = useWords()
  const stations = useMemo(() => stationsOf(answer.list), [answer.list])
  const atStation = useChosenStation()
  return (
    <div className="ch-tools w-no-print">
      <SearchInput
        small
        className="ch-find"
        label={t('charging.monitorPage.search')}
        value={filter.text}
        onChange={text => set('q', text)}
      />
      {/* Within the station of the top bar there is no other to choose. */}
      {atStation === null && (
        <Select
          showSearch
          size="small"
          optionFilterProp="label"
          value={filter.station}
          onChange={(value: string) => set('station', value)}
          aria-label={t('charging.monitorPage.station')}
          className="ch-at"
          options={[
            { value: '', label: t('charging.monitorPage.allStations') },
            ...stations.map(one => ({ value: one.id, label: `${one.name} (${one.count})` })),
          ]}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the switch inside is the control */}
      <label className="w-row">
        <Switch size="small" checked={filter.flagged} onChange={on => set('flagged', on ? '1' : '')} />
        {t('charging.monitorPage.onlyFlagged')}
      </label>
      <Segmented<'table' | 'chart'>
        size="small"
        className="ch-shown-as"
        aria-label={t('charging.monitorPage.shownAs')}
        value={isChart ? 'chart' : 'table'}
        onChange={one => set('view', one === 'chart' ? one : '')}
        options={[
          { value: 'table', label: t('charging.monitorPage.asTable') },
          { value: 'chart', label: t('charging.monitorPage.asChart') },
        ]}
      />
    </div>
  )
}
