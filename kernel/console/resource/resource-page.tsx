import { ReloadOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect } from 'react'
import { useLiveRefresh } from '../live/use-live.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useWords } from '../words/use-words.ts'
import { BatchBar } from './list/batch-bar.tsx'
import { ColumnsButton } from './list/columns-button.tsx'
import { FilterBar } from './list/filter-bar.tsx'
import { ListBody } from './list/list-body.tsx'
import { Pager } from './list/pager.tsx'
import { useShownView, ViewSwitch } from './list/view-switch.tsx'
import { ViewsButton } from './list/views.tsx'
import { PageContext, type ResourceSlots, usePage } from './page-context.tsx'
import { OpenedPart } from './page/opened-part.tsx'
import { Head } from './page/page-head.tsx'
import { type ListPlace, useAddressPlace, usePageState } from './page/page-state.ts'
import { anyResource } from './records.ts'
import './resource-page.css'

const DetailDrawer = lazyPart(async () => (await import('./detail-drawer.tsx')).DetailDrawer)

export interface ResourcePageProps {
  /** Result of `defineResource`. */
  readonly resource: { readonly name: string; readonly path: string }
  /** Title instead of the route's. */
  readonly title?: string
  readonly slots?: ResourceSlots
  /** Topics of live events that reload the list; the resource's own name is always included. */
  readonly topics?: readonly string[]
}

const PRELOAD_MS = 1_500
const NO_SLOTS: ResourceSlots = {}

/**
 * Draws the form, dialogs, import and export of a resource around a page of its own, which opens them by `usePage().open`. The
 * page itself shows the record of `?open=`.
 */
export function ResourceFrame({
  resource,
  slots = NO_SLOTS,
  topics = [],
  children,
}: Omit<ResourcePageProps, 'title'> & { readonly children: ReactNode }) {
  const definition = anyResource(resource)
  const value = usePageState(definition, slots, useAddressPlace(definition))
  useLiveRefresh([...new Set([definition.name, ...topics])], [definition.name])
  return (
    <PageContext value={value}>
      {children}
      <OpenedPart />
    </PageContext>
  )
}

/**
 * Draws the detail of the record in `?open=` over a page that shows such records in its own way, with the detail's tab in the URL
 * and all dialogs of the resource. Without an open record nothing is drawn or read.
 */
export function DetailOverPage(props: Omit<ResourcePageProps, 'title'>) {
  const definition = anyResource(props.resource)
  const place = useAddressPlace(definition)
  return place.detailId === null ? null : <OpenDetail {...props} place={place} id={place.detailId} />
}

interface OpenDetailProps extends Omit<ResourcePageProps, 'title'> {
  readonly place: ListPlace
  readonly id: string
}

function OpenDetail({ resource, slots = NO_SLOTS, topics = [], place, id }: OpenDetailProps) {
  const definition = anyResource(resource)
  const value = usePageState(definition, slots, place, { isRead: false })
  useLiveRefresh([...new Set([definition.name, ...topics])], [definition.name])
  return (
    <PageContext value={value}>
      <DetailDrawer key={id} id={id} />
      <OpenedPart />
    </PageContext>
  )
}

/** Draws the generated page of a definition: list, filters, views, form, detail, commands, import and export. */
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
    // The detail is usually opened first, so it is preloaded.
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
