import {
  type CellSlotProps,
  type CreatedSlotProps,
  Decimal,
  EmbeddedList,
  ResourcePage,
  type ResourceSlots,
  type SectionProps,
  useWords,
  useTabQuery,
} from '@wattyard/console-kit'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { assignment, policy } from '../contract/index.ts'
import { firstDraftLink, policyLink, START_PARAM } from './links.ts'
import { PolicyFigures, PolicyHead } from './policy/policy-head.tsx'
import { standingOf } from './policy/standing.ts'
import { VersionsOfPolicy } from './policy/versions-of-policy.tsx'
import { PolicyScreen } from './version/policy-screen.tsx'
import './pricing.css'

/** Draws the price policies; with `?policy=…` one policy with its versions and the day editor. */
export function Page() {
  const [params] = useTabQuery()
  const policyId = params.get('policy')
  if (policyId)
    return (
      <PolicyScreen
        key={policyId}
        policyId={policyId}
        versionId={params.get('version')}
        isNew={params.get(START_PARAM) === '1'}
      />
    )
  return <ResourcePage resource={policy} topics={['pricing.version', 'pricing.assignment']} slots={SLOTS} />
}

/** Draws the name of a policy as a link to the editor, and its state in one line; a detail has the state in its figures. */
function PolicyName({ value, record, isTitle = false }: CellSlotProps) {
  const { t } = useWords()
  if (isTitle) return String(value)
  const standing = standingOf(record)
  const runsAt = typeof record.runsAt === 'number' ? record.runsAt : 0
  const facts = [
    standing?.current && t('pricing.list.current', { number: standing.current.number }),
    standing && standing.planned > 0 && t('pricing.list.planned', { count: standing.planned }),
    runsAt > 0 && t('pricing.list.runsAt', { count: runsAt }),
  ].filter(Boolean)
  return (
    <span className="pr-policy-name">
      <Link className="w-clip" to={policyLink(record.id)} onClick={event => event.stopPropagation()}>
        {String(value)}
      </Link>
      <small className="w-quiet w-clip">
        {!standing?.current && <span className="pr-missing">{t('pricing.standingValue.none')} </span>}
        {facts.join(' · ')}
        {standing && standing.drafts > 0 && (
          <>
            {' · '}
            <span className="pr-drafts">{t('pricing.list.drafts', { count: standing.drafts })}</span>
          </>
        )}
      </small>
    </span>
  )
}

/** Draws the price of the moment, and below it the range of the day where there is one. */
function PriceNowCell({ record, inColumn }: CellSlotProps) {
  // The server's decoration of policies.
  const today = record.priceToday as { readonly low: string; readonly high: string } | null | undefined
  return (
    <span className="pr-price-now">
      <Decimal kind="price" value={record.priceNow} unit={!inColumn} aligned={inColumn === true} />
      {today && today.low !== today.high && (
        <small className="w-quiet w-num">
          <Decimal kind="price" value={today.low} aligned /> – <Decimal kind="price" value={today.high} aligned />
        </small>
      )}
    </span>
  )
}

const ASSIGNED_COLUMNS = ['effectiveFrom', 'level', 'station', 'pile', 'variant', 'assignedBy']

/** Draws where and since when the policy was assigned, the latest first. */
function AssignmentsOfPolicy({ record }: SectionProps) {
  const { t } = useWords()
  return (
    <EmbeddedList
      resource={assignment}
      by="policy"
      record={record}
      columns={ASSIGNED_COLUMNS}
      empty={t('pricing.list.notAssigned')}
    />
  )
}

/** Goes on to the editor of a policy that was just created: its prices come next, not its record. */
function CreatedPolicy({ record, onDone }: CreatedSlotProps) {
  const navigate = useNavigate()
  useEffect(() => {
    onDone()
    void navigate(firstDraftLink(record.id), { replace: true })
    // Once, for the record that was created.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both functions are new with every render
  }, [record.id])
  return null
}

const SLOTS: ResourceSlots = {
  created: CreatedPolicy,
  cells: { name: PolicyName, priceNow: PriceNowCell },
  // The longest English value is cut off at the usual width of such a field.
  widths: { name: 250, priceNow: 150, rounding: 210 },
  head: PolicyHead,
  headFigures: PolicyFigures,
  inSections: ['priceNow', 'status'],
  tabs: ['versions', 'assigned', 'data'],
  factsTab: 'data',
  sections: [
    {
      key: 'versions',
      title: 'kit.version.list',
      Show: VersionsOfPolicy,
      tab: 'versions',
      needs: 'pricing.version:read',
    },
    {
      key: 'assigned',
      title: 'pricing.list.assigned',
      Show: AssignmentsOfPolicy,
      needs: 'pricing.assignment:read',
      tab: 'assigned',
    },
  ],
}
