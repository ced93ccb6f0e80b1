import {
  ErrorState,
  type LineColumn,
  LineList,
  type MenuAction,
  MoreMenu,
  type SectionProps,
  Skeleton,
  useCommand,
  useList,
  useNow,
  useWords,
  draftIdIn,
  type VersionRecord,
  VersionStandingTag,
  VersionTimes,
  When,
} from '@wattyard/console-kit'
import { Link, useNavigate } from 'react-router'
import { version } from '../../contract/index.ts'
import { comparisonLink, COPY_OF_VERSION, policyLink, POLICY_ALSO } from '../links.ts'

const SHOWN = 200

/** Draws the versions of a policy, newest first: how each stands, who wrote and published it when, and what can be done with it. */
export function VersionsOfPolicy({ record }: SectionProps) {
  const { t } = useWords()
  const now = useNow()
  const versions = useList(version, { 'filter.policy': record.id, sort: '-number', page: 1, pageSize: SHOWN })
  if (versions.error && !versions.data)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Skeleton lines={3} />
  const list = versions.data.list as unknown as readonly VersionRecord[] // every versioned definition has these fields
  const mayStart = record.isWithinReach === true && versions.data.can.includes('createDraft')
  if (list.length === 0) return <p className="w-quiet">{t('pricing.screen.noVersion')}</p>
  const head = (key: string) => ({ key, head: t(`pricing.version.${key}`) })
  const columns: readonly LineColumn<VersionRecord>[] = [
    {
      ...head('number'),
      place: 'name',
      show: one => (
        <Link className="w-inline-link" to={policyLink(record.id, one.id)}>
          {t('kit.version.no', { number: one.number })}
        </Link>
      ),
    },
    {
      key: 'standing',
      head: t('pricing.list.standing'),
      place: 'wide',
      show: one => <VersionStandingTag of={version.name} version={one} now={now} />,
    },
    {
      key: 'validity',
      head: t('pricing.list.validity'),
      place: 'wide',
      says: one => one.state !== 'draft',
      className: 'pr-validity',
      show: one => one.state !== 'draft' && <VersionTimes version={one} />,
    },
    { ...head('editedBy'), show: one => <By name={one.editedBy} at={one.updatedAt} /> },
    {
      ...head('publishedBy'),
      says: one => one.publishedAt !== null,
      show: one => <By name={typeof one.publishedBy === 'string' ? one.publishedBy : ''} at={one.publishedAt} />,
    },
    { ...head('note'), place: 'wide', says: one => Boolean(one.note), show: one => one.note },
    {
      key: 'actions',
      head: t('kit.actions'),
      place: 'beside',
      show: one => <ActionsOn one={one} policyId={record.id} canStart={mayStart} isAlone={list.length < 2} />,
    },
  ]
  return <LineList rows={list} columns={columns} />
}

/** Draws who did something, and when. */
function By({ name, at }: { name: string; at: number | null }) {
  return (
    <span className="pr-by">
      <span>{name}</span>
      {at !== null && (
        <small className="w-quiet">
          <When at={at} />
        </small>
      )}
    </span>
  )
}

interface ActionsOnProps {
  readonly one: VersionRecord
  readonly policyId: string
  /** Whether the reader may start a draft of this policy. */
  readonly canStart: boolean
  readonly isAlone: boolean
}

/** Draws the menu of a version: open, compare, and restore as a draft. */
function ActionsOn({ one, policyId, canStart, isAlone }: ActionsOnProps) {
  const { t } = useWords()
  const navigate = useNavigate()
  const start = useCommand({ resource: version, command: 'createDraft' }, { also: POLICY_ALSO })
  const restore = async (): Promise<void> => {
    const input = { policy: policyId, copyOf: one.id, ...COPY_OF_VERSION }
    const answer = await start.mutateAsync({ input }).catch(() => null) // the API client has shown the reason
    if (answer !== null) await navigate(policyLink(policyId, draftIdIn(answer)))
  }
  const actions: MenuAction[] = [
    {
      key: 'open',
      label: t(one.state === 'draft' ? 'pricing.list.editPrices' : 'pricing.list.seePrices'),
      run: () => void navigate(policyLink(policyId, one.id)),
    },
    {
      key: 'compare',
      label: t('kit.version.compare'),
      disabled: isAlone && t('kit.version.alone'),
      run: () => void navigate(comparisonLink(policyId, one.id)),
    },
    ...(one.state !== 'draft' && canStart
      ? [{ key: 'restore', label: t('kit.version.restore', { number: one.number }), run: () => void restore() }]
      : []),
  ]
  return (
    <MoreMenu label={t('kit.actionsOf', { name: t('kit.version.no', { number: one.number }) })} actions={actions} />
  )
}
