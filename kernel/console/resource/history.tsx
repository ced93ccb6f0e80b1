import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Ago, useZone } from '../ui/shown.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { fieldWord, type Translate, useWords, wordKeys } from '../words/use-words.ts'
import { changedField, type ChangeFields, changeText } from '@wattyard/resource'
import { resourceQueries } from './queries.ts'
import type { HistoryEntry, Labels } from '@wattyard/resource'
import type { AnyResource } from './records.ts'
import './detail.css'

type Shown = Pick<AnyResource, 'name' | 'path' | 'fields' | 'commands'>

/** Draws the history of a record, newest entry first: who acted from where, the changes, and the inputs of commands. */
export function History({ resource, id, labels }: { resource: Shown; id: string; labels: Labels }) {
  const { t } = useWords()
  const history = useQuery(resourceQueries.history(resource, id))
  if (history.error) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />
  if (!history.data) return <Skeleton lines={3} />
  const { list, labels: former } = history.data
  if (list.length === 0) return <p className="w-quiet">{t('kit.noHistory')}</p>
  // Only the history knows the names of records that the record referred to earlier.
  const known = Object.fromEntries(
    [...Object.keys(labels), ...Object.keys(former)].map(name => [name, { ...former[name], ...labels[name] }]),
  )
  return (
    <ol className="w-history">
      {list.map(entry => (
        <HistoryItem key={entry.id} resource={resource} entry={entry} labels={known} />
      ))}
    </ol>
  )
}

/** Returns the word of an action: an action of every resource, or a command of this one; the key itself when it has no word. */
export function actionLabel(
  words: { t: Translate; has: (key: string) => boolean },
  resource: Shown,
  action: string,
): string {
  const key = [`kit.did.${action}`, wordKeys.command(resource, action)].find(one => words.has(one))
  return key === undefined ? action : words.t(key)
}

/** Returns the command of an entry. An entry about an approval request names the command in its data. */
const commandOf = ({ action, after }: HistoryEntry): string =>
  typeof after?.command === 'string' ? after.command : action

function HistoryItem({ resource, entry, labels }: { resource: Shown; entry: HistoryEntry; labels: Labels }) {
  const words = useWords()
  const zone = useZone()
  const command = commandOf(entry)
  const given = resource.commands[command]?.input
  const fields: ChangeFields = {
    record: resource,
    input: given ? { name: wordKeys.input(resource, command), fields: given } : undefined,
  }
  const context = { t: words.t, has: words.has, language: words.language, zone, labels }
  const show = (key: string, value: unknown) => changeText(value, changedField(fields, key), context) || '∅'
  // The fields of a new record are shown in the detail above; for other entries the changes show what was done.
  const keys = entry.action === 'create' ? [] : changedKeys(entry).filter(key => changedField(fields, key).field)
  return (
    <li>
      <p>
        <strong>{actionLabel(words, resource, entry.action)}</strong>
        <span className="w-quiet">
          {' '}
          {entry.actorName ?? words.t('kit.colleague')} · <Ago at={entry.at} />
          {entry.ip && ` · ${entry.ip}`}
        </span>
      </p>
      {keys.length > 0 && (
        <dl className="w-changes">
          {keys.map(key => (
            <Fragment key={key}>
              <dt>{given?.[key] ? words.t(changedField(fields, key).name) : fieldWord(words, resource, key)}</dt>
              <dd>
                {entry.before !== null && (
                  <>
                    <del>{show(key, entry.before[key])}</del> →{' '}
                  </>
                )}
                <ins>{show(key, entry.after?.[key])}</ins>
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  )
}

function changedKeys({ before, after }: HistoryEntry): string[] {
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
}
