import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Instant } from '../format/time.ts'
import type { Tone } from '../words/tone.ts'
import { HelpLink } from './help-link.tsx'
import { AsOf } from './shown.tsx'

/** First line of every page: its name, how fresh it is, what can be done. */
export function PageHeader({
  title,
  note,
  asOf,
  staleAfterS,
  menu,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  asOf?: Instant
  staleAfterS?: number
  /** Stays beside the title when the buttons need a line of their own. */
  menu?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="w-page-head" data-menu={menu ? '' : undefined}>
      <div className="w-page-head-title">
        <h1>{title}</h1>
        <HelpLink />
        {note && <span className="w-quiet">{note}</span>}
        {asOf !== undefined && <AsOf at={asOf} {...(staleAfterS === undefined ? {} : { staleAfterS })} />}
      </div>
      {menu && <div className="w-no-print">{menu}</div>}
      {children && <div className="w-page-head-tools w-row w-wrap w-no-print">{children}</div>}
    </header>
  )
}

interface StatTileProps {
  label: string
  value: ReactNode
  unit?: string
  /** Colour only where the figure itself is good or bad; most are neither. */
  tone?: Tone
  /** What it is compared with, in words. */
  note?: ReactNode
  asOf?: Instant
  /** Way down to the rows behind the figure. */
  to?: string
}

/** One figure with the moment it was true and a way down to its rows. */
export function StatTile({ label, value, unit, tone, note, asOf, to }: StatTileProps) {
  const inside = (
    <>
      <span className="w-stat-label">{label}</span>
      <span className="w-stat-value">
        {value}
        {unit && <small>{unit}</small>}
      </span>
      <span className="w-stat-foot">
        <span>{note}</span>
        {asOf !== undefined && <AsOf at={asOf} />}
      </span>
    </>
  )
  return to ? (
    <Link to={to} className="w-card w-stat" data-tone={tone}>
      {inside}
    </Link>
  ) : (
    <div className="w-card w-stat" data-tone={tone}>
      {inside}
    </div>
  )
}
