import { LockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  Ago,
  api,
  EmptyState,
  ErrorState,
  type LineColumn,
  LineList,
  matchesText,
  NO_VALUE,
  SearchInput,
  type SectionProps,
  Skeleton,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import type { CallAnswer } from '@wattyard/calls'
import { useState } from 'react'
import { listConfiguration } from '../../contract/calls/device.ts'
import { command } from '../../contract/command.ts'
import { ChangeConfiguration, ReadConfiguration } from './configuration-commands.tsx'
import { ChangeSecret } from './change-secret.tsx'
import './configuration.css'

type Entry = CallAnswer<typeof listConfiguration>['list'][number] & { readonly id: string }

/** Draws the configuration that a pile last reported, and the ways to read it again and to change a value. */
export function ConfigurationOfPile({ record }: SectionProps) {
  const { t } = useWords()
  const [typed, setTyped] = useState('')
  const columns = useColumns(record.id)
  const key = ['gateway.configuration', record.id]
  // The answer to a reading command is the new configuration.
  useLiveRefresh([command.name], key)
  const read = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call(listConfiguration, { pile: record.id }, { signal, lane: 'page', quiet: true }),
  })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <Skeleton lines={6} />
  const readAgain = <ReadConfiguration pileId={record.id} onRead={() => void read.refetch()} />
  const list = read.data.list.map((one): Entry => ({ ...one, id: one.key }))
  const shown = list.filter(one => matchesText(`${one.key} ${one.value ?? ''}`, typed))
  if (list.length === 0)
    return (
      <EmptyState
        title={t('gateway.configuration.none')}
        text={t('gateway.configuration.noneHint')}
        action={readAgain}
      />
    )
  return (
    <>
      <div className="w-row w-wrap gw-configuration-tools">
        <SearchInput width={240} label={t('gateway.configuration.search')} value={typed} onChange={setTyped} />
        <span className="w-grow w-quiet">
          {t('gateway.configuration.count', { count: list.length })} ·{' '}
          <Ago at={Math.max(...list.map(one => one.readAt))} />
        </span>
        <ChangeConfiguration pileId={record.id} />
        {readAgain}
      </div>
      <LineList rows={shown} columns={columns} isWhole />
    </>
  )
}

/** Whether a setting is changed here: the pile's key for this server is made and sent where the pile signs in. */
const isChanged = (one: Entry): boolean => !one.readonly && one.secret !== 'stationKey'

function useColumns(pileId: string): readonly LineColumn<Entry>[] {
  const { t } = useWords()
  const head = (name: string) => ({ key: name, head: t(`gateway.configuration.${name}`) })
  return [
    {
      ...head('key'),
      place: 'name',
      show: one => (
        <span className="w-mono">
          {one.key}
          {one.readonly && (
            <span title={t('gateway.configuration.readonly')}>
              {' '}
              <LockOutlined aria-hidden="true" />
              <span className="w-sr">{t('gateway.configuration.readonly')}</span>
            </span>
          )}
        </span>
      ),
    },
    { ...head('value'), place: 'wide', show: one => <span className="w-mono">{one.value ?? NO_VALUE}</span> },
    { ...head('readAt'), show: one => <Ago at={one.readAt} /> },
    {
      key: 'change',
      head: '',
      place: 'wide',
      says: one => isChanged(one),
      show: one => {
        if (!isChanged(one)) return null
        const Change = one.secret === 'none' ? ChangeConfiguration : ChangeSecret
        return <Change pileId={pileId} entry={one} />
      },
    },
  ]
}
