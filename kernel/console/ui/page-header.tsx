import type { ReactNode } from 'react'
import type { Instant } from '../format/time.ts'
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
