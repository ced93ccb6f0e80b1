import { ErrorState, type ListState, Skeleton, useListState, useWords } from '@wattyard/console-kit'
import { user } from '../../contract/user.ts'
import { OfficeTree } from '../office/office-tree.tsx'
import { findOffice, type OfficeNode, useOffices, withBelow } from '../office/use-offices.ts'
import { useIsNarrow } from '../use-is-narrow.ts'

/** Largest number of offices in one filter; an office with more offices below it filters by itself alone. */
const MOST = 100

/** Returns the filter's values, the chosen office first, so that it can be recognised; above `MOST`, only that office. */
function idsOf(node: OfficeNode): string[] {
  const ids = withBelow(node).map(({ id }) => id)
  return ids.length > MOST ? [node.id] : ids
}

function chosenOf({ filters }: ListState): string | undefined {
  const filter = filters.office
  return filter && 'values' in filter && !filter.not ? filter.values[0] : undefined
}

/** Draws the offices beside the list of people; choosing one shows its people and those of the offices below. */
export function OfficePane() {
  const { t } = useWords()
  const isNarrow = useIsNarrow()
  const [state, change] = useListState(user)
  const offices = useOffices()
  const chosen = chosenOf(state)
  if (!offices.mayRead) return null
  const choose = (node: OfficeNode | null): void => {
    const { office: _before, ...filters } = state.filters
    change({ filters: node === null || node.id === chosen ? filters : { ...filters, office: { values: idsOf(node) } } })
  }
  const everyone = chosen !== undefined && (
    <button type="button" className="w-link-button" onClick={() => choose(null)}>
      {t('identity.employee.allOffices')}
    </button>
  )
  const tree = offices.error ? (
    <ErrorState error={offices.error} onRetry={() => void offices.refetch()} />
  ) : offices.data ? (
    <OfficeTree offices={offices.data} chosen={chosen ?? null} onChoose={({ row }) => choose(row)} />
  ) : (
    <Skeleton lines={6} />
  )
  if (isNarrow) {
    const name = findOffice(offices.data ?? [], chosen)?.label
    return (
      <details className="id-offices">
        <summary>
          {t('identity.employee.offices')}
          {name && ` · ${name}`}
        </summary>
        <div className="w-card">{tree}</div>
        {everyone}
      </details>
    )
  }
  return (
    <aside className="id-offices" aria-label={t('identity.employee.offices')}>
      <header>
        <h2>{t('identity.employee.offices')}</h2>
        {everyone}
      </header>
      <div className="w-card">{tree}</div>
    </aside>
  )
}
