import type { ReactNode } from 'react'
import type { Instant } from '../format/time.ts'
import { StationNote } from '../station/station-note.tsx'
import { HelpLink } from './help-link.tsx'
import { AsOf } from './shown.tsx'

/** Draws the first line of a page: its name, the age of its data, and its buttons. */
export function PageHeader({
  title,
  note,
  asOf,
  staleAfterS,
  menu,
  isNarrowed,
  children,
}: {
  title: ReactNode
  note?: ReactNode
  asOf?: Instant
  staleAfterS?: number
  /** Menu that stays beside the title when the buttons need a line of their own. */
  menu?: ReactNode
  /** Whether the part shown now follows the chosen station, on a page that differs by part. */
  isNarrowed?: boolean | undefined
  children?: ReactNode
}) {
  return (
    <header className="w-page-head" data-menu={menu ? '' : undefined}>
      <div className="w-page-head-title">
        <h1>{title}</h1>
        <HelpLink />
        <StationNote isNarrowed={isNarrowed} />
        {note && <span className="w-quiet">{note}</span>}
        {asOf !== undefined && <AsOf at={asOf} {...(staleAfterS === undefined ? {} : { staleAfterS })} />}
      </div>
      {menu && <div className="w-no-print">{menu}</div>}
      {children && <div className="w-page-head-tools w-row w-wrap w-no-print">{children}</div>}
    </header>
  )
}
