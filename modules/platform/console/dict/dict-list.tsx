import { matchesText, useWords, useTabQuery, withParams } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import { type DictionaryView } from '../../contract/calls/dict-entry.ts'
import { fitting, isChanged, type Kind, KINDS } from './use-dictionaries.ts'

interface DictListProps {
  list: readonly DictionaryView[]
  chosen: string
  choose: (name: string) => void
}

/** Draws all dictionaries, searched by words, codes and pages; the search is in the URL. */
export function DictList({ list, chosen, choose }: DictListProps) {
  const { t, language } = useWords()
  const [search, setSearch] = useTabQuery()
  const sought = search.get('q') ?? ''
  const kind = KINDS.find(one => one === search.get('kind')) ?? 'all'
  const put = (key: 'q' | 'kind', value: string): void =>
    setSearch(before => withParams(before, { [key]: value === 'all' ? '' : value }), { replace: true })
  const found = fitting(list, sought, kind, path => t(`route.${path}`))
  const wanted = sought.trim().toLowerCase()
  return (
    <nav className="w-card platform-dict-list" aria-label={t('platform.dict.list')}>
      <div className="platform-dict-find">
        <input
          className="w-input"
          type="search"
          maxLength={60}
          aria-label={t('platform.dict.search')}
          placeholder={t('platform.dict.search')}
          value={sought}
          onChange={event => put('q', event.target.value)}
        />
        <Segmented
          block
          size="small"
          aria-label={t('platform.dict.list')}
          value={kind}
          onChange={(next: Kind) => put('kind', next)}
          options={KINDS.map(value => ({ value, label: t(`platform.dict.kinds.${value}`) }))}
        />
      </div>
      <ul>
        {found.map(one => (
          <li key={one.name}>
            <button
              type="button"
              className="platform-dict-item"
              aria-current={one.name === chosen ? 'true' : undefined}
              onClick={() => choose(one.name)}
            >
              <span>{one.titles[language]}</span>
              <Counts one={one} wanted={wanted} />
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="w-quiet platform-dict-none">{t('platform.dict.none')}</p>}
    </nav>
  )
}

/** Draws the number of entries; during a search, the entry that matches. */
function Counts({ one, wanted }: { one: DictionaryView; wanted: string }) {
  const { t, language } = useWords()
  const changed = one.entries.filter(isChanged).length
  const hit =
    wanted === ''
      ? undefined
      : one.entries.find(({ code, words }) =>
          [code, ...Object.values(words)].some(
            text => text.toLowerCase().includes(wanted) || matchesText(text, wanted),
          ),
        )
  return (
    <small className="w-quiet w-clip">
      {hit ? `${hit.words[language]} · ${hit.code}` : t('platform.dict.entries', { count: one.entries.length })}
      {changed > 0 && !hit && ` · ${t('platform.dict.changedCount', { count: changed })}`}
    </small>
  )
}
