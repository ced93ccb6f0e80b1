import { ClockCircleOutlined } from '@ant-design/icons'
import { createContext, type ReactNode, useContext } from 'react'
import {
  type DecimalKind,
  NO_VALUE,
  showDecimal,
  showInColumn,
  showNumber,
  showPower,
  showRatedPower,
  showShare,
  UNIT_ALONE,
  showDuration,
  valueWord,
  withSign,
} from '@wattyard/resource'
import { DEFAULT_ZONE, type Instant, isExpired, NO_TIME, relativeTo, showClock, showInstant } from '../format/time.ts'
import { useSession } from '../session/session.ts'
import { tagColours } from '../theme/tag-colours.ts'
import { usePalette } from '../theme/theme-provider.tsx'
import { entryChange } from '../words/own-words.ts'
import { colourOf, toneOf, type Tone } from '../words/tone.ts'
import { useWords } from '../words/use-words.ts'
import { Icon } from './icon/icon.tsx'
import { useNow } from './use-now.ts'

/** Zone of the times inside: the tenant's, or the station's on a page about one station. */
export const ZoneContext = createContext<string | null>(null)

/** Provides the tenant's zone to everything below. Only this component subscribes, because a list shows a hundred times. */
export function TenantZone({ children }: { children: ReactNode }) {
  const zone = useSession(session => session.me?.company?.zone)
  return <ZoneContext value={zone ?? null}>{children}</ZoneContext>
}

/** Returns the zone of the nearest `ZoneContext`, else the tenant's at this moment. */
export function useZone(): string {
  return useContext(ZoneContext) ?? useSession.getState().me?.company?.zone ?? DEFAULT_ZONE
}

/** Draws a moment on the zone's clock; its title is the full moment with the zone. */
export function When({ at, clockOnly = false }: { at: Instant; clockOnly?: boolean }) {
  const zone = useZone()
  const text = clockOnly ? showClock(at, zone) : showInstant(at, zone)
  if (text === NO_TIME) return <span className="w-quiet">{text}</span>
  return (
    <time className="w-num" dateTime={new Date(at ?? 0).toISOString()} title={`${showInstant(at, zone)} ${zone}`}>
      {text}
    </time>
  )
}

interface AgoProps {
  readonly at: Instant
  /** Says how long it has lasted, "for 3 minutes", of what began then and goes on. */
  readonly lasting?: boolean
}

/** Draws "3 minutes ago", by the contract's rule; its title is the exact moment. */
export function Ago({ at, lasting = false }: AgoProps) {
  const { t } = useWords()
  const zone = useZone()
  const now = useNow()
  if (at === null || at === undefined || at < 0) return <span className="w-quiet">{NO_TIME}</span>
  const { word, count } = relativeTo(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} title={showInstant(at, zone)}>
      {lasting ? t(`kit.todo.lasts.${word}`, { count }) : t(`kit.time.${word}`, { count })}
    </time>
  )
}

/** Draws the time of a figure, and marks it as stale after `staleAfterS` seconds. */
export function AsOf({ at, staleAfterS }: { at: Instant; staleAfterS?: number }) {
  const { t } = useWords()
  const zone = useZone()
  const now = useNow()
  const isStale = staleAfterS !== undefined && typeof at === 'number' && at >= 0 && isExpired(at, now, staleAfterS)
  return (
    <span className="w-as-of" data-stale={isStale ? '' : undefined} title={showInstant(at, zone)}>
      <ClockCircleOutlined aria-hidden="true" />
      {t(isStale ? 'kit.asOfStale' : 'kit.asOf', { time: showClock(at, zone) })}
    </span>
  )
}

/**
 * Draws money, a price, an energy or a share of the wire, grouped in the reader's language. `unit` adds the unit behind it, and
 * the sign in front of money and prices, where no heading names the unit. `aligned` rounds a price to the decimals of its kind, for
 * prices below each other.
 */
export function Decimal({
  kind,
  value,
  unit = false,
  aligned = false,
}: {
  kind: DecimalKind
  value: unknown
  unit?: boolean
  aligned?: boolean
}) {
  const { language } = useWords()
  const text = (aligned ? showInColumn : showDecimal)(kind, value, language)
  if (text === NO_VALUE) return <span className="w-quiet">{text}</span>
  const hasSign = unit && (kind === 'money' || kind === 'price')
  return (
    <span className="w-num">
      {hasSign ? withSign(text) : text}
      {unit && UNIT_ALONE[kind] && (
        <small className="w-quiet">
          {hasSign ? '' : ' '}
          {UNIT_ALONE[kind]}
        </small>
      )}
    </span>
  )
}

interface PowerProps {
  watts: unknown
  unit?: boolean
  /** Without needless decimals, as on a nameplate: for tiles, never in a column. */
  rated?: boolean
}

/** Draws whole watts in kW. */
export function Power({ watts, unit = true, rated = false }: PowerProps) {
  const { language } = useWords()
  const text = (rated ? showRatedPower : showPower)(watts, language)
  return (
    <span className={text === NO_VALUE ? 'w-quiet' : 'w-num'}>
      {text}
      {unit && text !== NO_VALUE && <small className="w-quiet"> kW</small>}
    </span>
  )
}

/** Draws a measured share, a number in percent. */
export function Share({ percent, unit = false }: { percent: number | null; unit?: boolean }) {
  const { language } = useWords()
  if (percent === null || !Number.isFinite(percent)) return <span className="w-quiet">{NO_VALUE}</span>
  return (
    <span className="w-num">
      {showShare(percent, language)}
      {unit && <small className="w-quiet"> {UNIT_ALONE.percent}</small>}
    </span>
  )
}

export function Count({ value, decimals = 0 }: { value: number | null | undefined; decimals?: number }) {
  const { language } = useWords()
  if (value === null || value === undefined || !Number.isFinite(value))
    return <span className="w-quiet">{NO_VALUE}</span>
  return <span className="w-num">{showNumber(value, language, decimals)}</span>
}

export function Duration({ seconds }: { seconds: number | null | undefined }) {
  return <span className="w-num">{showDuration(seconds)}</span>
}

interface StatusTagProps {
  /** Field of the state, such as `assets.station.status`. */
  of: string
  value: string | null | undefined
  tone?: Tone
  /** Sign before the word, where the tenant chose no icon: the state is then readable without its colour. */
  mark?: string
}

/** Draws the state of a record as a coloured word. */
export function StatusTag({ of, value, tone, mark }: StatusTagProps) {
  const words = useWords()
  if (!value) return <span className="w-quiet">{NO_VALUE}</span>
  const icon = entryChange(of, value)?.icon
  const colour = colourOf(of, value)
  const face = (
    <>
      {icon ? <Icon name={icon} /> : mark && <span aria-hidden="true">{mark}</span>}
      <span className="w-clip">{valueWord(words, of, value)}</span>
    </>
  )
  if (colour !== undefined)
    return <ColouredTag colour={colour} hasIcon={icon !== undefined || mark !== undefined} face={face} />
  return (
    <span className="w-tag" data-tone={tone ?? toneOf(of, value)} data-icon={icon || mark ? '' : undefined}>
      {face}
    </span>
  )
}

/** Draws a tag in a picked colour, adjusted to be readable in the current theme. */
export function ColouredTag({ colour, hasIcon, face }: { colour: string; hasIcon: boolean; face: ReactNode }) {
  const { palette, dark } = usePalette()
  const { text, ground } = tagColours(colour, palette, dark)
  return (
    <span className="w-tag" data-icon={hasIcon ? '' : undefined} style={{ color: text, background: ground }}>
      {face}
    </span>
  )
}

const MS_PER_S = 1_000

/** Draws when something began and, once it has ended, how long it lasted. `from` and `to` are epoch milliseconds. */
export function WhenAndHowLong({ from, to }: { readonly from: number | null; readonly to: number | null }) {
  return (
    <span className="w-quiet">
      <When at={from} />
      {from !== null && to !== null && (
        <>
          {' · '}
          <Duration seconds={Math.max(0, Math.round((to - from) / MS_PER_S))} />
        </>
      )}
    </span>
  )
}
