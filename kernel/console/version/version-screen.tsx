import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons'
import { standingOf } from '@wattyard/resource'
import { Button } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import type { Payload } from '../api/encode.ts'
import { useLiveRefresh } from '../live/use-live.ts'
import { useCommand, useList } from '../resource/hooks.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { VersionBar } from './version-bar.tsx'
import {
  commandOf,
  type VersionedResource,
  useVersions,
  VersionContext,
  type VersionRecord,
  type VersionScope,
} from './version-context.ts'
import { draftIdIn } from './version-tools.tsx'
import './version.css'

/** Number of versions in the bar; older ones are in the list of versions. */
const SHOWN_VERSIONS = 50

/** Props of a module's editor for the chosen version. */
export interface VersionBodyProps {
  readonly id: string
  /** The version in the list; absent when it is older than those. */
  readonly version: VersionRecord | undefined
}

/** Props of the dialog that starts a draft. */
export interface StartDraftProps {
  readonly versions: readonly VersionRecord[]
  readonly onClose: () => void
}

interface VersionScreenProps {
  readonly resource: VersionedResource
  /** Id of the owner. `versionId` is the shown version; null for the default one. */
  readonly ownerId: string
  readonly versionId: string | null
  readonly title: ReactNode
  readonly note?: ReactNode
  /** Page that this one was opened from, and its name. */
  readonly back: { readonly to: string; readonly label: string }
  readonly link: (versionId?: string) => string
  /** Live topics besides the versions' own. `also` names resources whose records change with a version. */
  readonly topics?: readonly string[]
  readonly also?: readonly string[]
  /** Whether the owner lets the caller start drafts, besides the caller's permission. */
  readonly canStart: boolean
  /** The module's dialog that starts a draft; without it a draft copies the newest version, or starts empty. */
  readonly Start?: ComponentType<StartDraftProps>
  /** Opens the dialog of a new draft with the screen: the record was just created for it. */
  readonly startsAtOnce?: boolean
  /** Further inputs of `createDraft` for a copy, besides owner and version. */
  readonly copyInput?: Payload
  readonly empty: { readonly title: string; readonly text: string }
  /** Draws the line below number and state. */
  readonly hint: (version: VersionRecord) => ReactNode
  /** Default version: the one in force, or the draft. */
  readonly first: 'inForce' | 'draft'
  readonly Body: ComponentType<VersionBodyProps>
}

function firstShown(list: readonly VersionRecord[], first: 'inForce' | 'draft', now: number): string | null {
  const wanted = list.find(one => standingOf(one, now) === first)
  return (wanted ?? list[0])?.id ?? null
}

/** Draws the versions of one owner side by side, and the chosen one in the module's editor. */
export function VersionScreen(props: VersionScreenProps) {
  const { resource, ownerId, versionId, title, note, back, link, topics = [], also = [], copyInput = {} } = props
  const { canStart, Start, empty, hint, first, Body } = props
  const [isStarting, setStarting] = useState(props.startsAtOnce === true)
  const filter = { [`filter.${resource.versioned.of}`]: ownerId, sort: '-number', page: 1, pageSize: SHOWN_VERSIONS }
  const versions = useList(resource, filter)
  useLiveRefresh([resource.name, ...topics], [resource.name])
  if (versions.error && !versions.data)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  const list = (versions.data?.list ?? []) as readonly VersionRecord[] // records of a versioned definition
  const now = versions.data?.asOf ?? 0
  const isFree = resource.versioned.drafts === 'many' || !list.some(one => one.state === 'draft')
  const mayStart = canStart && isFree && versions.data?.can.includes('createDraft') === true
  const scope: VersionScope = { resource, ownerId, list, now, canStart: mayStart, copyInput, link, also }
  const shown = versionId ?? firstShown(list, first, now)
  const start = mayStart ? <StartButton {...(Start && { onOpen: () => setStarting(true) })} /> : null
  return (
    <VersionContext value={scope}>
      <div className="w-page">
        <PageHeader
          title={
            <span className="w-version-title">
              <Link to={back.to} aria-label={back.label} className="w-icon-button">
                <ArrowLeftOutlined />
              </Link>
              {title}
            </span>
          }
          note={note}
        >
          {start}
        </PageHeader>
        {versions.data ? <VersionBar shown={shown} hint={hint} /> : <Skeleton lines={1} height={44} />}
        {versions.data && list.length === 0 && (
          <section className="w-card">
            <EmptyState title={empty.title} text={empty.text} action={start} />
          </section>
        )}
        {shown && <Body key={shown} id={shown} version={list.find(one => one.id === shown)} />}
        {isStarting && mayStart && Start && <Start versions={list} onClose={() => setStarting(false)} />}
      </div>
    </VersionContext>
  )
}

/** Draws the button that starts a draft: by the module's dialog, else at once as a copy of the newest version. */
function StartButton({ onOpen }: { onOpen?: () => void }) {
  return onOpen ? <OpenButton onOpen={onOpen} /> : <CopyButton />
}

function OpenButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useWords()
  const { resource } = useVersions()
  return (
    <Button icon={<PlusOutlined />} onClick={onOpen}>
      {t(`${resource.name}.createDraft`)}
    </Button>
  )
}

function CopyButton() {
  const { t } = useWords()
  const navigate = useNavigate()
  const { resource, ownerId, list, copyInput, link, also } = useVersions()
  const create = useCommand(commandOf(resource, 'createDraft'), { also })
  const newest = list.find(one => one.state !== 'draft')
  const begin = async (): Promise<void> => {
    try {
      const copy = newest ? { copyOf: newest.id, ...copyInput } : {}
      const answer = await create.mutateAsync({ input: { [resource.versioned.of]: ownerId, ...copy } })
      await navigate(link(draftIdIn(answer)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error // the API client has shown the reason
    }
  }
  return (
    <Button icon={<PlusOutlined />} loading={create.isPending} onClick={() => void begin()}>
      {newest ? t('kit.version.draftFrom', { number: newest.number }) : t(`${resource.name}.createDraft`)}
    </Button>
  )
}
