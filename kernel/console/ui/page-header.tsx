import { Fragment, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import type { Instant } from '../format/time.ts'
import { StationNote } from '../station/station-note.tsx'
import { TabContext } from '../module/tab.ts'
import { useWords } from '../words/use-words.ts'
import { HelpLink } from './help-link.tsx'
import { AsOf } from './shown.tsx'

/** Draws the first line of a page: where it belongs, its name, the age of its data, and its buttons. */
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
        <Crumbs />
        <h1>{title}</h1>
        <HelpLink />
        <StationNote isNarrowed={isNarrowed} />
        {note && <span className="w-quiet">{note}</span>}
        {asOf !== undefined && <AsOf at={asOf} {...(staleAfterS === undefined ? {} : { staleAfterS })} />}
      </div>
      {menu && <div className="w-page-head-menu w-no-print">{menu}</div>}
      {children && <div className="w-page-head-tools w-row w-wrap w-no-print">{children}</div>}
    </header>
  )
}

/** Draws the way to the page in front of its name, which ends it (contract §2.2); nothing on a phone, where the menu says it. */
function Crumbs() {
  const { t } = useWords()
  const { crumbs = [] } = useContext(TabContext)
  if (crumbs.length === 0) return null
  return (
    <nav className="w-crumbs w-no-print" aria-label={t('kit.breadcrumb')}>
      <ol>
        {crumbs.map(({ title, path }) => (
          <Fragment key={title}>
            <li className="w-clip">{path === undefined ? title : <Link to={path}>{title}</Link>}</li>
            <li aria-hidden="true">/</li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
