import { ArrowLeftOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  can,
  EmptyState,
  ErrorState,
  lazyPart,
  PageHeader,
  type RecordFrom,
  Skeleton,
  StatusTag,
  useList,
  useLiveRefresh,
  useRecord,
  useWords,
  When,
} from '@wattyard/console-kit'
import { WaitingHere } from '@wattyard/platform/console'
import { nameIn } from '@wattyard/resource'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { policy, version } from '../../contract/index.ts'
import { pricingQueries } from '../api.ts'
import { OPER_PRICE, policyLink } from '../links.ts'
import { VersionScreen } from './version-screen.tsx'

const StartDraftDialog = lazyPart(async () => (await import('./start-draft-dialog.tsx')).StartDraftDialog)
/** Versions in one policy's bar; older ones are in the list of versions. */
const SHOWN_VERSIONS = 50

type VersionRecord = RecordFrom<typeof version>

/** The version to show first: in force now, else the newest. */
function firstShown(list: readonly VersionRecord[], now: number): string | null {
  const current = list.find(one => isInForce(one, now))
  return current?.id ?? list[0]?.id ?? null
}

export function isInForce(
  { state, validFrom, validTo }: Pick<VersionRecord, 'state' | 'validFrom' | 'validTo'>,
  now: number,
): boolean {
  return state !== 'draft' && (validFrom ?? Infinity) <= now && (validTo === null || validTo > now)
}

/** One policy: its versions side by side, and the chosen one in the editor. */
export function PolicyScreen({ policyId, versionId }: { policyId: string; versionId: string | null }) {
  const { t, language } = useWords()
  const record = useRecord(policy, policyId)
  const versions = useList(version, { 'filter.policy': policyId, sort: '-number', pageSize: SHOWN_VERSIONS, page: 1 })
  useLiveRefresh(['pricing.version', 'pricing.assignment'], ['pricing.version'])
  const [starting, setStarting] = useState(false)
  if (record.error) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  if (versions.error && !versions.data)
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  const list = versions.data?.list ?? []
  const shown = versionId ?? firstShown(list, versions.data?.asOf ?? 0)
  const isWithinReach: unknown = record.data && Reflect.get(record.data, 'isWithinReach') // the server's decoration of policies
  const start =
    versions.data?.can.includes('createDraft') && isWithinReach === true ? (
      <Button icon={<PlusOutlined />} onPointerEnter={StartDraftDialog.preload} onClick={() => setStarting(true)}>
        {t('pricing.version.createDraft')}
      </Button>
    ) : null
  return (
    <div className="w-page">
      <PageHeader
        title={
          <span className="pr-title">
            <Link to={OPER_PRICE} aria-label={t('pricing.screen.back')} className="w-icon-button">
              <ArrowLeftOutlined />
            </Link>
            {record.data ? nameIn(policy, record.data, language) : ' '}
          </span>
        }
        note={record.data && `${record.data.code} · ${record.data.zone}`}
      >
        {start}
      </PageHeader>
      {versions.data ? (
        <VersionBar list={list} shown={shown} policyId={policyId} now={versions.data.asOf} />
      ) : (
        <Skeleton lines={1} height={44} />
      )}
      {versions.data && list.length === 0 && (
        <section className="w-card">
          <EmptyState title={t('pricing.screen.noVersion')} text={t('pricing.version.emptyHint')} action={start} />
        </section>
      )}
      {shown && <OneVersion key={shown} id={shown} record={list.find(one => one.id === shown)} />}
      {starting && <StartDraftDialog policyId={policyId} versions={list} onClose={() => setStarting(false)} />}
    </div>
  )
}

function OneVersion({ id, record }: { id: string; record: VersionRecord | undefined }) {
  const { t } = useWords()
  const detail = useQuery(pricingQueries.detail(id))
  if (detail.error && !detail.data) return <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
  if (!detail.data) return <Skeleton lines={8} height={28} />
  const abilities = ['saveDraft', 'publish', 'retire', 'discardDraft'].filter(action => can(record, action))
  // A version saved by somebody else in between is opened anew only when nothing was typed; see the screen.
  return (
    <>
      {detail.data.state === 'draft' && <WaitingHere record={id} note={t('pricing.publish.waits')} />}
      <VersionScreen
        key={detail.data.state}
        detail={detail.data}
        abilities={abilities}
        reload={async () => void (await detail.refetch())}
      />
    </>
  )
}

function VersionBar({
  list,
  shown,
  policyId,
  now,
}: {
  list: readonly VersionRecord[]
  shown: string | null
  policyId: string
  now: number
}) {
  const { t } = useWords()
  return (
    <nav className="pr-versions" aria-label={t('pricing.screen.versions')}>
      {list.map(one => {
        const inForce = isInForce(one, now)
        const isPlanned = one.state === 'published' && (one.validFrom ?? 0) > now
        return (
          <Link
            key={one.id}
            to={policyLink(policyId, one.id)}
            className="w-card pr-version"
            aria-current={one.id === shown ? 'page' : undefined}
          >
            <span className="w-row">
              <b>{t('pricing.screen.versionNo', { number: one.number })}</b>
              {inForce ? (
                <StatusTag of="pricing.standing" value="inForce" tone="good" />
              ) : isPlanned ? (
                <StatusTag of="pricing.standing" value="planned" tone="busy" />
              ) : one.state === 'published' ? (
                <StatusTag of="pricing.standing" value="ended" tone="idle" />
              ) : (
                <StatusTag of="pricing.version.state" value={one.state} />
              )}
            </span>
            <small className="w-quiet">
              {one.state === 'draft' ? (
                one.problems > 0 ? (
                  <span className="pr-missing">{t('pricing.editor.problems', { count: one.problems })}</span>
                ) : (
                  t('pricing.editor.complete')
                )
              ) : (
                <>
                  <When at={one.validFrom} />
                  {' – '}
                  {one.validTo === null ? t('pricing.screen.open') : <When at={one.validTo} />}
                </>
              )}
            </small>
          </Link>
        )
      })}
    </nav>
  )
}
