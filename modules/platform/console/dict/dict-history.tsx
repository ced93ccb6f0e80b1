import { useQuery } from '@tanstack/react-query'
import { Ago, api, Dialog, ErrorState, Skeleton, useWords } from '@wattyard/console-kit'
import { type DictionaryView, listDictionaryChanges, type DictionaryChange } from '../../contract/calls/dict-entry.ts'

/** Columns of a change to show; order and code are shown separately. */
const SAID = ['wordZh', 'wordEn', 'wordEs', 'colour', 'icon', 'enabled', 'remark'] as const
const KIT_ACTIONS: ReadonlySet<string> = new Set(['create', 'update', 'delete'])

/** Draws the changes of a dictionary with their authors, newest first. */
export function DictHistory({ dictionary, onClose }: { dictionary: DictionaryView; onClose: () => void }) {
  const { t, language } = useWords()
  const history = useQuery({
    queryKey: ['platform.dictEntry', 'changes', dictionary.name],
    queryFn: async ({ signal }) =>
      (
        await api.call(
          listDictionaryChanges,
          { dictionary: dictionary.name },
          { signal, lane: 'page', quiet: true, fresh: true },
        )
      ).list,
  })
  return (
    <Dialog
      open
      kind="drawer"
      width={520}
      title={`${t('platform.dict.history')} · ${dictionary.titles[language]}`}
      onClose={onClose}
    >
      {history.error ? (
        <ErrorState error={history.error} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <Skeleton lines={5} />
      ) : history.data.length === 0 ? (
        <p className="w-quiet">{t('platform.dict.noHistory')}</p>
      ) : (
        <ol className="w-history">
          {history.data.map(change => (
            <Item key={change.id} change={change} dictionary={dictionary} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Item({ change, dictionary }: { change: DictionaryChange; dictionary: DictionaryView }) {
  const { t, language } = useWords()
  const { action, code, before, after } = change
  const wordOf = (one: string): string => dictionary.entries.find(entry => entry.code === one)?.words[language] ?? one
  const show = (value: unknown): string =>
    value === null || value === undefined || value === ''
      ? '∅'
      : typeof value === 'boolean'
        ? t(value ? 'shared.yes' : 'shared.no')
        : typeof value === 'string' || typeof value === 'number'
          ? String(value)
          : JSON.stringify(value)
  const orderOf = (side: DictionaryChange['before']): string =>
    Array.isArray(side?.codes) ? side.codes.map(String).map(wordOf).join(' › ') : ''
  return (
    <li>
      <p>
        <strong>{t(KIT_ACTIONS.has(action) ? `kit.did.${action}` : `platform.dictEntry.${action}`)}</strong>
        {code !== null && ` ${wordOf(code)}`}
        <span className="w-quiet">
          {' '}
          {change.actorName} · <Ago at={change.at} />
        </span>
      </p>
      {action === 'arrange' && <p className="w-quiet">{orderOf(after)}</p>}
      <dl className="w-changes">
        {SAID.filter(key => key in (after ?? {}) && (before !== null || after?.[key] !== null)).map(key => (
          <div key={key}>
            <dt>{t(`platform.dictEntry.${key}`)}</dt>
            <dd>
              {before && <del>{show(before[key])}</del>} {before && '→ '}
              <ins>{show(after?.[key])}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
