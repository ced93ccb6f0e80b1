import { station } from '@wattyard/assets/contract'
import {
  EmptyState,
  ErrorState,
  HeadUnit,
  lazyPart,
  PageHeader,
  PageSteps,
  Skeleton,
  TabContext,
  useChosenStation,
  useList,
  useLiveRefresh,
  useSettled,
  useStationChange,
  useSeesWhole,
  useWords,
  useMay,
} from '@wattyard/console-kit'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useContext, useMemo, useState } from 'react'
import type { AssignmentTarget } from '../contract/index.ts'
import { pricingQueries } from './api.ts'
import { ChosenContext, type ChosenPlace, type ChosenPlaces, placeKey } from './places/chosen-places.ts'
import { PlaceRow } from './places/place-row.tsx'
import { StationRows } from './places/station-rows.tsx'
import './pricing.css'

const AssignDialog = lazyPart(async () => (await import('./places/assign-dialog.tsx')).AssignDialog)
const HistoryDrawer = lazyPart(async () => (await import('./places/history-drawer.tsx')).HistoryDrawer)
const PAGE_SIZE = 20
const TENANT: readonly AssignmentTarget[] = [{ level: 'tenant' }]

/** Draws the policy of each station, pile and connector, its origin, the current price, and the next change. */
export function Page() {
  const { t } = useWords()
  const tab = useContext(TabContext)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const q = useSettled(typed.trim())
  const stations = useList(station, { page, pageSize: PAGE_SIZE, ...(q === '' ? {} : { q }) })
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenPlace>>(() => new Map())
  const [assigning, setAssigning] = useState<'assign' | 'end' | null>(null)
  const [history, showHistory] = useState<ChosenPlace | null>(null)
  const atStation = useChosenStation()
  useStationChange(atStation, () => {
    setPage(1)
    setChosen(new Map())
  })
  const mayAssign = useMay('pricing.assignment:assign')
  useLiveRefresh(['pricing.version', 'pricing.assignment'], ['pricing.assignment'])
  const places = useMemo(
    (): ChosenPlaces => ({
      chosen,
      canChoose: mayAssign,
      choose: (place, on) =>
        setChosen(before => {
          const next = new Map(before)
          if (on) next.set(placeKey(place), place)
          else next.delete(placeKey(place))
          return next
        }),
      showHistory,
    }),
    [chosen, mayAssign],
  )
  const { data, error } = stations
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE))
  return (
    <ChosenContext value={places}>
      <div className="w-page">
        <PageHeader title={tab.title || t('pricing.places.title')} {...(data ? { asOf: data.asOf } : {})} />
        <section className="w-card pr-places">
          <div className="pr-places-tools w-no-print">
            <input
              type="search"
              className="pr-input"
              aria-label={t('pricing.places.search')}
              placeholder={t('pricing.places.search')}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                setPage(1)
              }}
            />
          </div>
          {error && !data && <ErrorState error={error} onRetry={() => void stations.refetch()} />}
          {!data && !error && <Skeleton lines={8} height={24} />}
          {data && (
            <table className="pr-table pr-place-table" aria-busy={stations.isFetching}>
              <caption className="w-sr">{t('pricing.places.title')}</caption>
              <Head />
              {q === '' && page === 1 && atStation === null && <TenantRow />}
              <StationRows
                stations={data.list.map(({ id, name, code }) => ({ id, name: String(name), code: String(code) }))}
              />
            </table>
          )}
          {data?.list.length === 0 && (
            <EmptyState title={t(q === '' ? 'pricing.places.none' : 'kit.noMatch', { name: '' })} />
          )}
          <PageSteps page={page} pages={pages} onPage={setPage} />
        </section>
        {chosen.size > 0 && (
          <section className="pr-batch w-no-print" aria-label={t('kit.chosenCount', { count: chosen.size })}>
            <b className="w-grow">{t('kit.chosenCount', { count: chosen.size })}</b>
            <Button type="primary" onPointerEnter={AssignDialog.preload} onClick={() => setAssigning('assign')}>
              {t('pricing.assignment.assign')}…
            </Button>
            <Button onClick={() => setAssigning('end')}>{t('pricing.assignment.end')}…</Button>
            <Button type="text" onClick={() => setChosen(new Map())}>
              {t('kit.chooseNone')}
            </Button>
          </section>
        )}
      </div>
      {assigning && (
        <AssignDialog
          kind={assigning}
          places={[...chosen.values()]}
          onClose={done => {
            setAssigning(null)
            if (done) setChosen(new Map())
          }}
        />
      )}
      {history && <HistoryDrawer key={placeKey(history)} place={history} onClose={() => showHistory(null)} />}
    </ChosenContext>
  )
}

function Head() {
  const { t } = useWords()
  return (
    <thead>
      <tr>
        <th scope="col" className="pr-check w-no-print">
          <span className="w-sr">{t('kit.choose', { name: '' })}</span>
        </th>
        <th scope="col">{t('pricing.places.place')}</th>
        <th scope="col">{t('pricing.assignment.policy')}</th>
        <th scope="col">{t('pricing.places.source')}</th>
        <th scope="col">
          {t('pricing.places.now')}
          <HeadUnit kind="price" />
        </th>
        <th scope="col">{t('pricing.places.next')}</th>
        <th scope="col" className="w-no-print">
          <span className="w-sr">{t('kit.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Draws the policy of the tenant, which applies where no other is assigned. */
function TenantRow() {
  const { t } = useWords()
  // Staff of one operator cannot see or set the policy of the whole tenant.
  const seesWhole = useSeesWhole()
  const answer = useQuery({ ...pricingQueries.effective(TENANT), retry: false, enabled: seesWhole })
  if (!answer.data) return null
  return (
    <tbody>
      <PlaceRow
        place={{ level: 'tenant', name: t('pricing.assignment.levelValue.tenant') }}
        detail={t('pricing.places.tenantHint')}
        depth={0}
        effective={answer.data.list[0]}
        answer={answer.data}
      />
    </tbody>
  )
}
