import { ErrorState, PageHeader, Skeleton, useWords, useTabQuery, withParams } from '@wattyard/console-kit'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { DictDetail } from './dict-detail.tsx'
import { DictList } from './dict-list.tsx'
import { useDictionaries } from './use-dictionaries.ts'
import '../handle.css'
import './dict.css'

/** Draws `/console/dict`: every set of words that records choose from. A change takes effect everywhere at once. */
export function Page() {
  const { t } = useWords()
  const dictionaries = useDictionaries()
  const [search, setSearch] = useTabQuery()
  const chosen = search.get('dict')
  const choose = (name: string | null): void => setSearch(before => withParams(before, { dict: name }))
  return (
    <div className="w-page platform-dict-page" data-chosen={chosen === null ? undefined : ''}>
      <PageHeader title={t('route./console/dict')} note={t('platform.dict.note')} />
      {dictionaries.error ? (
        <ErrorState error={dictionaries.error} onRetry={() => void dictionaries.refetch()} />
      ) : dictionaries.data ? (
        <Both list={dictionaries.data} chosen={chosen} choose={choose} />
      ) : (
        <Skeleton lines={12} />
      )}
    </div>
  )
}

function Both({
  list,
  chosen,
  choose,
}: {
  list: readonly DictionaryView[]
  chosen: string | null
  choose: (name: string | null) => void
}) {
  const shown = list.find(one => one.name === chosen) ?? list[0]
  return (
    <div className="platform-dict">
      <DictList list={list} chosen={shown?.name ?? ''} choose={choose} />
      {shown && <DictDetail key={shown.name} dictionary={shown} onBack={() => choose(null)} />}
    </div>
  )
}
