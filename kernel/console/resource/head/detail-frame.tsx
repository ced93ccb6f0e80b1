import { type ReactNode, useId } from 'react'
import { DETAIL_TAB } from '../../module/registry.ts'
import { useTabQuery, withParams } from '../../module/tab-query.ts'
import { type Stat, StatGrid } from '../../stat/stat-grid.tsx'
import { TabList, tabPanel } from '../../ui/tabs/tab-list.tsx'
import { useWords } from '../../words/use-words.ts'
import '../detail.css'

interface DetailFrameProps {
  /** Noun of what is shown; names the list of tabs. */
  readonly label: string
  /** Live state, place and buttons. */
  readonly state: ReactNode
  /** Three to five figures. */
  readonly stats: readonly Stat[]
  /** The first one is shown where the address names none of them. `show` runs when its tab is open. */
  readonly tabs: readonly { readonly key: string; readonly label: string; readonly show: () => ReactNode }[]
}

/**
 * Draws a detail without a generated page as the generated ones are: a head with state and figures, then tabs. The chosen tab is in
 * the URL (`&detail=`).
 */
export function DetailFrame({ label, state, stats, tabs }: DetailFrameProps) {
  const { t } = useWords()
  const id = useId()
  const [params, setParams] = useTabQuery()
  const wanted = params.get(DETAIL_TAB)
  const first = tabs[0]?.key ?? ''
  const tab = tabs.find(({ key }) => key === wanted)?.key ?? first
  return (
    <>
      <div className="w-detail-head">
        <div className="w-detail-state">{state}</div>
        {stats.length > 0 && <StatGrid label={t('kit.figures')} look="plain" stats={stats} />}
      </div>
      <TabList
        id={id}
        label={label}
        items={tabs.map(one => ({ key: one.key, label: one.label }))}
        value={tab}
        onChange={key => setParams(before => withParams(before, { [DETAIL_TAB]: key === first ? null : key }))}
      />
      {tabs.map(({ key, show }) => (
        <div key={key} className="w-detail-part" hidden={key !== tab} {...tabPanel(id, key)}>
          {key === tab && show()}
        </div>
      ))}
    </>
  )
}
