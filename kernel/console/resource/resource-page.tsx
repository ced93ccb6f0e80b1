import { DownloadOutlined, ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type ApiError, isSessionEnd } from '../api/api-error.ts'
import { useLiveRefresh } from '../live/use-live.ts'
import { TabContext } from '../module/tab.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { type MenuAction, MoreMenu } from '../ui/menu-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { toast } from '../ui/toasts.tsx'
import { useIsPhone } from '../ui/use-phone.ts'
import { inSentence, useWords, wordKeys } from '../words/use-words.ts'
import { BatchBar } from './list/batch-bar.tsx'
import { CommandDialogPart as CommandDialog } from './command-part.ts'
import { ColumnsButton } from './list/columns-button.tsx'
import { useColumnSettings } from './list/column-settings.ts'
import { FilterBar } from './list/filter-bar.tsx'
import { useInvalidate, useList, useListQuery, useListState } from './hooks.ts'
import { ListBody } from './list/list-body.tsx'
import { PageContext, type PageContextValue, type Opened, type ResourceSlots, usePage } from './page-context.tsx'
import { Pager } from './list/pager.tsx'
import { resourceKeys } from './queries.ts'
import type { AnyRecord, Labels } from '@wattyard/resource'
import { anyResource } from './records.ts'
import './resource-page.css'
import { useShownView, ViewSwitch } from './list/view-switch.tsx'
import { ViewsButton } from './list/views.tsx'
import { useTabQuery, withParams } from '../module/tab-query.ts'

const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer)
const EditDrawer = lazyPart(async () => (await import('./edit-drawer.tsx')).EditDrawer)
const ExportDialog = lazyPart(async () => (await import('../exchange/export-dialog.tsx')).ExportDialog)
const ImportDialog = lazyPart(async () => (await import('../exchange/import-dialog.tsx')).ImportDialog)

export interface ResourcePageProps {
  /** What `defineResource` made. */
  readonly resource: { readonly name: string; readonly path: string }
  /** Title instead of the route's. */
  readonly title?: string
  readonly slots?: ResourceSlots
  /** Topics of live news that make the list read again; its own name is always among them. */
  readonly topics?: readonly string[]
}

const PRELOAD_MS = 1_500
const NO_SLOTS: ResourceSlots = {}
const NO_LABELS: Labels = {}

/**
 * Form, dialogs, import and export of a resource around a page of its own: what is inside opens them by `usePage().open`.
 * The record of `?open=` is the page's own to show.
 */
export function ResourceFrame({
  resource,
  slots = NO_SLOTS,
  topics = [],
  children,
}: Omit<ResourcePageProps, 'title'> & { readonly children: ReactNode }) {
  const definition = anyResource(resource)
  const value = usePageState(definition, slots)
  useLiveRefresh([...new Set([definition.name, ...topics])], [definition.name])
  return (
    <PageContext value={value}>
      {children}
      <OpenedPart />
    </PageContext>
  )
}

/** The generated page of a definition: list, filters, views, form, detail, commands, import and export. */
export function ResourcePage({ title, ...frame }: ResourcePageProps) {
  return (
    <ResourceFrame {...frame}>
      <ListPage {...(title === undefined ? {} : { title })} />
    </ResourceFrame>
  )
}

function ListPage({ title }: { title?: string }) {
  const { slots, state, answer, detailId } = usePage()
  const view = useShownView(slots.views)
  useEffect(() => {
    // The detail is opened first.
    const timer = setTimeout(() => DetailDrawer.preload(), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <div className="w-page w-resource-page">
        <Head {...(title === undefined ? {} : { title })} />
        {slots.summary && <slots.summary state={state} answer={answer} />}
        <section className="w-card w-list">
          <div className="w-list-tools">
            <ViewsButton />
            <FilterBar />
            <span className="w-row w-list-icons">
              {slots.views && <ViewSwitch views={slots.views} />}
              <RefreshButton />
              {!view && <ColumnsButton />}
            </span>
          </div>
          {view ? (
            <view.Show />
          ) : (
            <>
              <ListBody />
              <Pager />
              <BatchBar />
            </>
          )}
        </section>
      </div>
      {detailId && <DetailDrawer key={detailId} id={detailId} />}
    </>
  )
}

function usePageState(resource: PageContextValue['resource'], slots: ResourceSlots): PageContextValue {
  const [state, change] = useListState(resource)
  const query = useListQuery(resource, state)
  const list = useList(resource, query)
  const [settings, setSettings] = useColumnSettings(resource.name)
  const [chosen, setChosen] = useState<ReadonlyMap<string, AnyRecord>>(() => new Map())
  const [opened, open] = useState<Opened>(null)
  const [params, setParams] = useTabQuery()
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const detailId = params.get('open')
  return useMemo(
    () => ({
      resource,
      slots,
      state,
      change,
      // The generic page looks at values through the faces of their kinds.
      answer: list.data as PageContextValue['answer'],
      labels: list.data?.labels ?? NO_LABELS,
      columns: resource.list.columns,
      settings,
      setSettings,
      chosen,
      choose: (records, on) =>
        setChosen(before => {
          const next = new Map(before)
          for (const record of records) {
            if (on) next.set(record.id, record)
            else next.delete(record.id)
          }
          return next
        }),
      opened,
      open,
      detailId,
      showDetail: id => setParams(before => withParams(before, { open: id })),
      refresh: () =>
        void invalidate(resource.name).then(() => {
          // Who asked hears why it failed (contract §8); what the page reads by itself only says so in its place.
          const error = client.getQueryState<unknown, ApiError>(resourceKeys.list(resource.name, query))?.error
          if (error && !isSessionEnd(error) && error.message.length > 1)
            toast.bad(error.message, { requestId: error.requestId })
        }),
    }),
    [
      resource,
      slots,
      state,
      change,
      query,
      list.data,
      settings,
      setSettings,
      chosen,
      opened,
      detailId,
      setParams,
      invalidate,
      client,
    ],
  )
}

interface HeadAction extends MenuAction {
  readonly preload: () => void
}

/** What can be done with the resource as a whole, the making of a record aside. */
function useHeadActions(): HeadAction[] {
  const { resource, answer, open } = usePage()
  const { t } = useWords()
  const may = (action: string): boolean => answer?.can.includes(action) ?? false
  const actions: HeadAction[] = []
  if (may('import'))
    actions.push({
      key: 'import',
      label: t('kit.import'),
      icon: <ImportOutlined />,
      preload: () => ImportDialog.preload(),
      run: () => open({ kind: 'import' }),
    })
  if (may('export'))
    actions.push({
      key: 'export',
      label: t('kit.export'),
      icon: <DownloadOutlined />,
      preload: () => ExportDialog.preload(),
      run: () => open({ kind: 'export' }),
    })
  for (const [command, rule] of Object.entries(resource.commands))
    if (rule.on === 'none' && may(command))
      actions.push({
        key: command,
        label: t(wordKeys.command(resource, command)),
        preload: () => CommandDialog.preload(),
        run: () => open({ kind: 'command', command, records: [] }),
      })
  return actions
}

function Head({ title }: { title?: string }) {
  const { resource, slots, state, answer, open } = usePage()
  const { t } = useWords()
  const tab = useContext(TabContext)
  const isPhone = useIsPhone()
  const actions = useHeadActions()
  return (
    <PageHeader
      title={title ?? (tab.title || t(wordKeys.noun(resource)))}
      {...(answer ? { asOf: answer.asOf } : {})}
      menu={isPhone && actions.length > 0 && <MoreMenu label={t('kit.actions')} actions={actions} />}
    >
      {slots.toolbar && <slots.toolbar state={state} />}
      {!isPhone &&
        actions.map(({ key, label, icon, run, preload }) => (
          <Button key={key} icon={icon} onPointerEnter={preload} onClick={run}>
            {label}
          </Button>
        ))}
      {answer?.can.includes('create') && (
        <Button
          type="primary"
          icon={<PlusOutlined />}
          onPointerEnter={() => EditDrawer.preload()}
          onClick={() => open({ kind: 'create' })}
        >
          {t('kit.createTitle', { name: inSentence(t(wordKeys.noun(resource))) })}
        </Button>
      )}
    </PageHeader>
  )
}

function RefreshButton() {
  const { refresh } = usePage()
  const { t } = useWords()
  return (
    <button
      type="button"
      className="w-icon-button"
      aria-label={t('kit.refresh')}
      title={t('kit.refresh')}
      onClick={refresh}
    >
      <ReloadOutlined />
    </button>
  )
}

function OpenedPart() {
  const { opened } = usePage()
  return (
    <>
      {opened?.kind === 'create' && (
        <EditDrawer
          id={null}
          {...(opened.known ? { known: opened.known } : {})}
          {...(opened.next === undefined ? {} : { next: opened.next })}
        />
      )}
      {opened?.kind === 'edit' && <EditDrawer id={opened.id} />}
      {opened?.kind === 'export' && <ExportDialog />}
      {opened?.kind === 'import' && <ImportDialog />}
      {opened?.kind === 'command' && (
        <CommandHost key={opened.command} command={opened.command} records={opened.records} />
      )}
    </>
  )
}

/** The page's own dialog of a command, or the generated one. */
function CommandHost({ command, records }: { command: string; records: readonly AnyRecord[] }) {
  const { resource, slots, choose, open } = usePage()
  const onDone = (answer?: { readonly data: unknown }): void => {
    if (answer && records.length > 1) choose(records, false)
    open(null)
  }
  const Slot = slots.commands?.[command]
  return Slot ? (
    <Slot records={records} onDone={onDone} />
  ) : (
    <CommandDialog resource={resource} command={command} records={records} onDone={onDone} />
  )
}
