import { PlusOutlined } from '@ant-design/icons'
import { type AnyRecord, fieldOf, type Labels } from '@wattyard/resource'
import { Button } from 'antd'
import { useCallback, useContext, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLiveRefresh } from '../../live/use-live.ts'
import { linkToRecord } from '../../module/registry.ts'
import { useMay } from '../../session/session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { createWord, inSentence, useWords, wordKeys } from '../../words/use-words.ts'
import { ListBody } from '../list/list-body.tsx'
import type { ListState } from '../list/list-state.ts'
import { Pager } from '../list/pager.tsx'
import { PageContext, type ResourceSlots, useNameOf, usePage } from '../page-context.tsx'
import { EditDrawer } from '../page/lazy-parts.ts'
import { OpenedPart } from '../page/opened-part.tsx'
import { type ListPlace, usePageState } from '../page/page-state.ts'
import { anyResource, type AnyResource } from '../records.ts'
import '../resource-page.css'
import './embedded.css'

const DetailDrawer = lazyPart(async () => (await import('../detail-drawer.tsx')).DetailDrawer)

const PAGE_SIZE = 20
const NO_SLOTS: ResourceSlots = {}

/** Fields with the value that all records of the list share. */
type Fixed = Readonly<Record<string, string>>

export interface EmbeddedListProps {
  /** Result of `defineResource`. */
  readonly resource: { readonly name: string; readonly path: string }
  /** Field of the resource that refers to the record; it must be a filter. A new record starts with it. */
  readonly by: string
  /** Record whose detail contains the list. */
  readonly record: AnyRecord
  /** Further fixed values; their fields must be filters. */
  readonly also?: Fixed
  /** Columns instead of the definition's without the fixed ones. A constant outside the component. */
  readonly columns?: readonly string[]
  readonly slots?: ResourceSlots
  /** Topics of live events that reload the list, besides the resource's own name. */
  readonly topics?: readonly string[]
  readonly empty?: string
}

/** Returns the state of a list with fixed filters; order and page are lost with the component. */
function useEmbeddedPlace(resource: AnyResource, of: Fixed): ListPlace {
  const [own, setOwn] = useState<Pick<ListState, 'page' | 'pageSize' | 'sort'>>({ page: 1, pageSize: PAGE_SIZE })
  const [detailId, setDetailId] = useState<string | null>(null)
  const [detailTab, showDetailTab] = useState<string | null>(null)
  const navigate = useNavigate()
  // Callers write the object inline, so its text is compared instead of its identity.
  const fixed = JSON.stringify(of)
  const state = useMemo((): ListState => {
    const values = Object.entries(JSON.parse(fixed) as Fixed) // written in the line above
    return { ...own, q: '', filters: Object.fromEntries(values.map(([key, value]) => [key, { values: [value] }])) }
  }, [own, fixed])
  const change = useCallback(
    ({ page = 1, pageSize, sort }: Partial<ListState>) =>
      setOwn(before => ({ ...before, page, ...(pageSize && { pageSize }), ...(sort !== undefined && { sort }) })),
    [],
  )
  const showDetail = useCallback(
    (id: string | null) => {
      showDetailTab(null)
      const page = id === null ? undefined : linkToRecord(resource.name, id)
      if (page === undefined) setDetailId(id)
      else void navigate(page)
    },
    [resource, navigate],
  )
  return useMemo(
    () => ({ state, change, detailId, showDetail, detailTab, showDetailTab, onCreated: () => undefined }),
    [state, change, detailId, showDetail, detailTab],
  )
}

/**
 * Draws the list of a resource inside the detail of another record, for people who may read it. The list is narrowed to that
 * record; its order, pages and sums stay out of the page's URL. A row opens its page, or its detail when it has no page; a new
 * record starts with the fixed values.
 */
export function EmbeddedList({ resource, ...props }: EmbeddedListProps) {
  const definition = anyResource(resource)
  return useMay(`${definition.name}:read`) ? <ReadableList resource={definition} {...props} /> : null
}

function ReadableList({
  resource,
  by,
  record,
  also,
  columns,
  slots = NO_SLOTS,
  topics = [],
  empty,
}: Omit<EmbeddedListProps, 'resource'> & { readonly resource: AnyResource }) {
  const of: Fixed = { [by]: record.id, ...also }
  const labels = useParentLabels(resource, by, record)
  const place = useEmbeddedPlace(resource, of)
  const others = useMemo(
    () => columns ?? resource.list.columns.filter(key => !Object.hasOwn(place.state.filters, key)),
    [columns, resource, place.state.filters],
  )
  const value = usePageState(resource, slots, place, {
    columns: others,
    keptAs: `${resource.name}.by.${Object.keys(of).join('.')}`,
  })
  useLiveRefresh([...new Set([resource.name, ...topics])], [resource.name])
  const { t } = useWords()
  const total = value.answer?.total ?? 0
  return (
    <PageContext value={value}>
      <div className="w-embedded">
        {total > 0 && <CreateButton of={of} labels={labels} />}
        {value.answer && total === 0 ? (
          <EmptyState
            title={empty ?? t('kit.empty', { name: inSentence(t(wordKeys.noun(resource))) })}
            action={<CreateButton of={of} labels={labels} />}
          />
        ) : (
          <ListBody hasChoice={false} />
        )}
        {total > PAGE_SIZE && <Pager />}
      </div>
      <OpenedPart />
      {value.detailId && <DetailDrawer key={value.detailId} id={value.detailId} />}
    </PageContext>
  )
}

/** Returns the name of the containing record, for the form in which the field already refers to it. */
function useParentLabels(resource: AnyResource, by: string, record: AnyRecord): Labels {
  const around = useContext(PageContext)?.resource
  const nameOf = useNameOf(around ?? resource)
  const of = fieldOf(resource, by)?.of
  return of !== undefined && of === around?.name ? { [of]: { [record.id]: nameOf(record) } } : {}
}

/** Returns the fixed values as the form holds them: a field of several records has a list. */
function valuesOf(resource: AnyResource, of: Fixed): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(of).map(([key, value]) => [key, fieldOf(resource, key)?.kind === 'refs' ? [value] : value]),
  )
}

function CreateButton({ of, labels }: { of: Fixed; labels: Labels }) {
  const { resource, answer, open } = usePage()
  const words = useWords()
  if (!answer?.can.includes('create')) return null
  return (
    <Button
      size="small"
      className="w-embedded-create w-no-print"
      icon={<PlusOutlined />}
      onPointerEnter={() => EditDrawer.preload()}
      onClick={() => open({ kind: 'create', known: { values: valuesOf(resource, of), labels } })}
    >
      {createWord(words, resource)}
    </Button>
  )
}
