import {
  EmptyState,
  ErrorState,
  lazyPart,
  PageHeader,
  Power,
  SearchInput,
  Skeleton,
  StatGrid,
  useChosenStation,
  useMay,
  useWords,
  useTabQuery,
  valueWord,
  withParams,
  useNow,
} from '@wattyard/console-kit'
import { LiveMark, StationLive } from '@wattyard/assets/console'
import { PILE_LIVES } from '@wattyard/assets/contract'
import { PileDetail } from '@wattyard/gateway/console'
import { Button, Select } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { type WallAnswer, type WallPile } from '../../contract/calls/live.ts'
import { DeviceTile } from './device-tile.tsx'
import { useWall } from './use-wall.ts'
import { byStation, countLives, liveOf, passes, powerOf } from './wall-data.ts'
import '../charging.css'
import './wall.css'

const WallMode = lazyPart(async () => (await import('./wall-mode.tsx')).WallMode)

/** Statuses that are also shown when their count is zero, so that the tiles keep their places. */
const ALWAYS: ReadonlySet<string> = new Set(['fault', 'offline', 'never', 'charging', 'occupied', 'idle', 'out'])
const TYPES = ['dc', 'ac', 'acdc', 'wireless', 'other']

/** Draws `/device/deviceView`: every device by station, live, with its readings and commands. */
export function Page() {
  const { t } = useWords()
  const [search, setSearch] = useTabQuery()
  const chosen = useChosenStation()
  // The page's own choice of a station counts while none is chosen for all pages.
  const station = search.get('station') ?? ''
  const wall = useWall(chosen ?? (station || null))
  const set = useCallback(
    (key: string, value: string) =>
      setSearch(before => withParams(before, { [key]: value }), { replace: key !== 'open' }),
    [setSearch],
  )
  const onOpen = useCallback((id: string) => set('open', id), [set])
  const text = search.get('q') ?? ''
  const state = liveOf(search.get('state') ?? '')
  const type = search.get('type') ?? ''
  const piles = useMemo(
    () => (wall.data?.piles ?? []).filter(pile => passes(pile, { text, state, type })),
    [wall.data, text, state, type],
  )
  return (
    <div className="w-page" data-wide="">
      <PageHeader title={t('charging.wall.title')} asOf={wall.data?.asOf} staleAfterS={90}>
        {wall.data && <WallButton wall={wall.data} onRecover={() => void wall.refetch()} onOpen={onOpen} />}
      </PageHeader>
      {wall.error && !wall.data && <ErrorState error={wall.error} onRetry={() => void wall.refetch()} />}
      {!wall.data && !wall.error && <Skeleton lines={8} />}
      {wall.data && (
        <>
          <Counters piles={wall.data.piles} state={state} onState={one => set('state', state === one ? '' : one)} />
          <section className="w-card">
            <div className="ch-tools w-no-print">
              <SearchInput
                small
                width={230}
                label={t('charging.wall.search')}
                value={text}
                onChange={typed => set('q', typed)}
              />
              {chosen === null && (
                <Select
                  size="small"
                  value={station}
                  onChange={value => set('station', value)}
                  aria-label={t('charging.wall.station')}
                  style={{ minInlineSize: 170 }}
                  options={[
                    { value: '', label: t('charging.wall.allStations') },
                    ...wall.data.stations.map(one => ({ value: one.id, label: one.name })),
                  ]}
                />
              )}
              <Select
                size="small"
                value={type}
                onChange={value => set('type', value)}
                aria-label={t('charging.wall.type')}
                style={{ minInlineSize: 110 }}
                options={[
                  { value: '', label: t('charging.wall.allTypes') },
                  ...TYPES.filter(one => wall.data.piles.some(pile => pile.currentType === one)).map(one => ({
                    value: one,
                    label: t(`charging.wall.types.${one}`),
                  })),
                ]}
              />
              <span className="w-quiet">{t('charging.wall.shown', { count: piles.length })}</span>
            </div>
            <Stations wall={wall.data} piles={piles} onOpen={onOpen} />
          </section>
        </>
      )}
      <PileDetail />
    </div>
  )
}

/** Draws the button of the wall mode; pressing a pile there opens it on this page. */
function WallButton({
  wall,
  onRecover,
  onOpen,
}: {
  wall: WallAnswer
  onRecover: () => void
  onOpen: (id: string) => void
}) {
  const { t } = useWords()
  const [isOn, setOn] = useState(false)
  const open = (id: string): void => {
    setOn(false)
    onOpen(id)
  }
  return (
    <>
      <Button onPointerEnter={() => WallMode.preload()} onClick={() => setOn(true)}>
        {t('charging.wall.stage')}
      </Button>
      {isOn && <WallMode wall={wall} onRecover={onRecover} onLeave={() => setOn(false)} onOpen={open} />}
    </>
  )
}

interface CountersProps {
  piles: readonly WallPile[]
  state: string
  onState: (state: string) => void
}

/** Draws the number of piles in each live status; each number is a filter of the wall. */
function Counters({ piles, state, onState }: CountersProps) {
  const words = useWords()
  const { t } = words
  const now = useNow()
  const counts = useMemo(() => countLives(piles), [piles])
  const { watts, silent } = useMemo(() => powerOf(piles, now), [piles, now])
  const online = piles.filter(pile => pile.online).length
  // The power is summed over the orders: whoever may not read them would see 0 kW beside piles that charge.
  const seesOrders = useMay('charging.order:read')
  return (
    <StatGrid
      look="dense"
      label={t('charging.wall.counters')}
      stats={[
        {
          key: 'online',
          label: t('charging.wall.pilesOnline'),
          figure: {
            kind: 'shown',
            value: (
              <span className="w-num">
                {online}
                <small> / {piles.length}</small>
              </span>
            ),
          },
        },
        ...(seesOrders
          ? [
              {
                key: 'power',
                label: t('charging.monitorPage.power'),
                figure: { kind: 'power' as const, value: watts },
                note: silent > 0 && t('charging.page.silentOnes', { count: silent }),
              },
            ]
          : []),
        ...PILE_LIVES.filter(one => ALWAYS.has(one) || counts[one] || state === one).map(one => ({
          key: one,
          label: valueWord(words, 'assets.pile.live', one),
          mark: <LiveMark live={one} />,
          figure: { kind: 'count' as const, value: counts[one] ?? 0 },
          ...(one === 'out' && { hint: t('charging.wall.outHint') }),
          onPick: () => onState(one),
          isPicked: state === one,
        })),
      ]}
    />
  )
}

interface StationsProps {
  wall: WallAnswer
  piles: readonly WallPile[]
  onOpen: (id: string) => void
}

function Stations({ wall, piles, onOpen }: StationsProps) {
  const { t } = useWords()
  const groups = useMemo(() => byStation(wall, piles), [wall, piles])
  if (wall.piles.length === 0)
    return <EmptyState title={t('charging.wall.empty')} text={t('charging.wall.emptyHint')} />
  if (groups.length === 0) return <EmptyState title={t('kit.noMatch')} text={t('kit.noMatchHint')} />
  return (
    <>
      {groups.map(({ station, piles: own }) => (
        <section key={station.id} className="ch-station" aria-label={station.name}>
          <header>
            <h2>{station.name}</h2>
            <StationLive live={station.live} counts={countLives(own)} />
            <Summary piles={own} />
          </header>
          <div className="ch-grid">
            {own.map(pile => (
              <DeviceTile key={pile.id} pile={pile} onOpen={onOpen} />
            ))}
          </div>
        </section>
      ))}
      {wall.capped && <p className="ch-more w-quiet">{t('charging.wall.capped', { count: wall.piles.length })}</p>}
    </>
  )
}

function Summary({ piles }: { piles: readonly WallPile[] }) {
  const { t } = useWords()
  const { watts: power } = powerOf(piles, useNow())
  return (
    <span className="ch-station-sums w-quiet">
      {t('charging.wall.pileCount', { count: piles.length })}
      {power > 0 && <Power watts={power} />}
    </span>
  )
}
