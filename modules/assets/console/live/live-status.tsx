import { relativeTo, showInstant, StatusTag, toneOf, useNow, useWords, useZone, valueWord } from '@wattyard/console-kit'
import {
  type LiveCounts,
  PILE_LIVES,
  type PileLiveStatus,
  type ReportedState,
  type StationLiveStatus,
} from '../../contract/index.ts'
import { LIVE_MARK } from './live-mark.ts'
import './live-status.css'

export const PILE_LIVE = 'assets.pile.live'
export const STATION_LIVE = 'assets.station.live'
const REPORTED = 'assets.pile.reported'

/** Statuses whose age tells how urgent they are. */
const AGED: ReadonlySet<PileLiveStatus> = new Set(['fault', 'offline'])

export interface LiveStatusProps {
  readonly live: PileLiveStatus
  /** What the pile reports; shown beside the status of a pile that is out of service. */
  readonly reported?: ReportedState | undefined
  /** Start of what it reports, epoch ms. */
  readonly since?: number | null | undefined
  /** Word of its status in the register, where that is not the normal one. */
  readonly register?: string | undefined
}

/**
 * Draws the live status of a pile: colour, sign and word, with the age of a fault and of an outage. A pile out of service shows
 * what it reports beside that, because somebody who builds or repairs it needs both.
 */
export function LiveStatus({ live, reported, since, register }: LiveStatusProps) {
  const words = useWords()
  const shown = live === 'out' ? reported : live
  return (
    <span className="as-live">
      <StatusTag of={PILE_LIVE} value={live} mark={LIVE_MARK[live]} />
      <RegisterMark word={register} beside={`${PILE_LIVE}Value.${live}`} />
      {(live === 'out' || AGED.has(live)) && (
        <span className="as-live-more">
          {live === 'out' && reported && <span>· {valueWord(words, REPORTED, reported)}</span>}
          {shown && AGED.has(shown) && <LiveAge since={since} />}
        </span>
      )}
    </span>
  )
}

/** Draws the sign of a live status of a pile in its colour; with a title it has that name, else a word beside it has. */
export function LiveMark({ live, title }: { live: PileLiveStatus; title?: string }) {
  return (
    <span
      className="as-live-mark"
      data-tone={toneOf(PILE_LIVE, live)}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', title, 'aria-label': title })}
    >
      {LIVE_MARK[live]}
    </span>
  )
}

/** Draws how long something lasts, such as "23 min"; the instant of its start is the title. */
export function LiveAge({ since }: { since: number | null | undefined }) {
  const { t } = useWords()
  const zone = useZone()
  const now = useNow()
  if (since === null || since === undefined) return null
  const { word, count } = relativeTo(since, now)
  return (
    <time dateTime={new Date(since).toISOString()} title={showInstant(since, zone)}>
      {t(`assets.live.age.${word}`, { count })}
    </time>
  )
}

/** Draws the status in the register beside the live one, which says why this is out of service; not the same word twice. */
function RegisterMark({ word, beside }: { word: string | undefined; beside: string }) {
  const words = useWords()
  if (word === undefined || word === words.t(beside)) return null
  return <span className="as-live-register">{word}</span>
}

interface StationLiveProps {
  readonly live: StationLiveStatus
  /** Word of its status in the register, where that is not the normal one. */
  readonly register?: string | undefined
  readonly counts?: LiveCounts | undefined
  /** Writes the word of each number instead of its sign, where there is room. */
  readonly isNamed?: boolean
}

/** Draws the live status of a station, and the number of its piles in each status where they are known. */
export function StationLive({ live, counts, register, isNamed = false }: StationLiveProps) {
  return (
    <span className="as-live">
      <StatusTag of={STATION_LIVE} value={live} mark={LIVE_MARK[live]} />
      <RegisterMark word={register} beside={`${STATION_LIVE}Value.${live}`} />
      {counts && <LiveNumbers counts={counts} isNamed={isNamed} />}
    </span>
  )
}

/** Draws the number of piles in each live status, the most urgent first; retired piles are left out. */
function LiveNumbers({ counts, isNamed }: { counts: LiveCounts; isNamed: boolean }) {
  const words = useWords()
  const present = PILE_LIVES.filter(live => live !== 'retired' && (counts[live] ?? 0) > 0)
  // A name with nothing behind it says less than nothing.
  if (present.length === 0) return null
  return (
    <span className="as-live-more">
      {isNamed && <span>{words.t('assets.stationPage.pilesNow')}</span>}
      {present.map(live => (
        <span key={live} className="as-live-number" title={valueWord(words, PILE_LIVE, live)}>
          <span aria-hidden="true" data-tone={toneOf(PILE_LIVE, live)}>
            {LIVE_MARK[live]}
          </span>
          <span className={isNamed ? undefined : 'w-sr'}>{valueWord(words, PILE_LIVE, live)}</span>{' '}
          <span className="w-num">{counts[live]}</span>
        </span>
      ))}
    </span>
  )
}
