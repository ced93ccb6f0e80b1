import { DownOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useWords } from '../../words/use-words.ts'
import { readColumnSettings } from './column-settings.ts'
import { can, type ResourceLike, useDelete, useList, useSave } from '../hooks.ts'
import { writeListState } from './list-state.ts'
import { usePage } from '../page-context.tsx'
import type { AnyRecord, Fields } from '@wattyard/resource'
import { useTabQuery } from '../../module/tab-query.ts'

/** Saved views are records of the platform module. The kit may not import a module, so it declares only name and path. */
const VIEW: ResourceLike & { readonly fields: Fields } = { name: 'platform.view', path: 'platform/view', fields: {} }
/** Largest number of views that are read; a person has a handful per page. */
const MAX_VIEWS = 100

/** Returns the stored state of a view: the list's part of the URL, and the columns. */
function stateOf(view: AnyRecord): { query: string; columns: unknown } {
  const { state } = view
  if (state === null || typeof state !== 'object') return { query: '', columns: null }
  return {
    query: 'query' in state && typeof state.query === 'string' ? state.query : '',
    columns: 'columns' in state ? state.columns : null,
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Draws the menu of this page's saved views, the person's own and the shared ones; nothing where the server has no views. */
export function ViewsButton() {
  const { resource } = usePage()
  const { t } = useWords()
  const views = useList(
    VIEW,
    { page: 1, pageSize: MAX_VIEWS, 'filter.page': resource.name, sort: 'name' },
    { staleTime: 60_000 },
  )
  const [params] = useTabQuery()
  const list = (views.data?.list ?? []).filter(view => view.page === resource.name)
  if (views.error) return null
  const current = list.find(view => view.id === params.get('view'))
  return (
    <Popover
      label={t('kit.views')}
      button={props => (
        <button type="button" className="w-pill-button w-view-button" {...props}>
          <span className="w-clip">{current ? textOf(current.name) : t('kit.allRecords')}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      )}
    >
      {({ close }) => (
        <ViewList
          views={list}
          current={current}
          mayCreate={views.data?.can.includes('create') ?? false}
          mayShare={views.data?.can.includes('share') ?? false}
          onDone={close}
        />
      )}
    </Popover>
  )
}

function ViewList({
  views,
  current,
  mayCreate,
  mayShare,
  onDone,
}: {
  views: readonly AnyRecord[]
  current: AnyRecord | undefined
  mayCreate: boolean
  mayShare: boolean
  onDone: () => void
}) {
  const { t } = useWords()
  const { resource, state, setSettings } = usePage()
  const [, setParams] = useTabQuery()
  const use = (view: AnyRecord | null): void => {
    const kept = view ? stateOf(view) : { query: '', columns: null }
    setParams(before => {
      const cleared = writeListState(before, { page: 1, pageSize: state.pageSize, q: '', filters: {} })
      cleared.delete('view')
      for (const [key, value] of new URLSearchParams(kept.query)) cleared.append(key, value)
      if (view) cleared.set('view', view.id)
      return cleared
    })
    if (view) setSettings(readColumnSettings(kept.columns))
    onDone()
  }
  return (
    <div className="w-views">
      <button type="button" className="w-menu-item" aria-pressed={current === undefined} onClick={() => use(null)}>
        {t('kit.allRecords')}
      </button>
      {views.map(view => (
        <button
          key={view.id}
          type="button"
          className="w-menu-item"
          aria-pressed={view.id === current?.id}
          onClick={() => use(view)}
        >
          <span className="w-clip w-grow">{textOf(view.name)}</span>
          {view.shared === true && <TeamOutlined title={t('kit.sharedView')} />}
        </button>
      ))}
      <hr className="w-menu-line" />
      {current && <CurrentView view={current} onDone={onDone} onDeleted={() => use(null)} />}
      {mayCreate && <NewView key={resource.name} mayShare={mayShare} onSaved={use} />}
    </div>
  )
}

/** Returns the current query and columns, to be stored in a view. */
function useKept(): { query: string; columns: unknown } {
  const { state, settings } = usePage()
  return { query: writeListState(new URLSearchParams(), { ...state, page: 1 }).toString(), columns: settings }
}

function CurrentView({ view, onDone, onDeleted }: { view: AnyRecord; onDone: () => void; onDeleted: () => void }) {
  const { t } = useWords()
  const save = useSave(VIEW)
  const remove = useDelete(VIEW)
  const kept = useKept()
  const name = textOf(view.name)
  const update = async (): Promise<void> => {
    await save.mutateAsync({
      id: view.id,
      version: view.version,
      state: { query: kept.query, columns: JSON.parse(JSON.stringify(kept.columns)) },
    })
    toast.good(t('kit.saved', { name }))
    onDone()
  }
  const drop = async (): Promise<void> => {
    if (!(await confirm({ title: t('kit.deleteTitle', { name }), okText: t('kit.delete'), danger: true }))) return
    await remove.mutateAsync([view.id])
    onDeleted()
  }
  return (
    <div className="w-popover-form">
      <div className="w-row w-wrap">
        {can(view, 'update') && (
          <Button size="small" onClick={() => void update().catch(() => undefined)}>
            {t('kit.updateView', { name })}
          </Button>
        )}
        {can(view, 'delete') && (
          <Button size="small" danger onClick={() => void drop().catch(() => undefined)}>
            {t('kit.delete')}
          </Button>
        )}
      </div>
    </div>
  )
}

function NewView({ mayShare, onSaved }: { mayShare: boolean; onSaved: (view: AnyRecord) => void }) {
  const { resource } = usePage()
  const { t } = useWords()
  const save = useSave(VIEW)
  const kept = useKept()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') return
    const state = { query: kept.query, columns: JSON.parse(JSON.stringify(kept.columns)) }
    save.mutate({ page: resource.name, name: name.trim(), shared, state }, { onSuccess: onSaved })
  }
  return (
    <form className="w-popover-form" onSubmit={submit}>
      <input
        className="w-input"
        maxLength={50}
        aria-label={t('kit.viewName')}
        placeholder={t('kit.viewName')}
        value={name}
        onChange={event => setName(event.target.value)}
      />
      {mayShare && (
        <label className="w-tick">
          <input type="checkbox" checked={shared} onChange={event => setShared(event.target.checked)} />
          {t('kit.shareView')}
        </label>
      )}
      <Button size="small" type="primary" htmlType="submit" disabled={name.trim() === ''} loading={save.isPending}>
        {t('kit.saveView')}
      </Button>
    </form>
  )
}
