import { ErrorState, Fact, Facts, linkToRecord, Skeleton, StatusTag, useRecord, useWords } from '@wattyard/console-kit'
import { nameIn } from '@wattyard/resource'
import { useState } from 'react'
import { Link } from 'react-router'
import { office } from '../../contract/office.ts'
import { findOffice, type OfficeNode, withBelow } from '../office/use-offices.ts'
import { OfficeActions } from './office-actions.tsx'
import { DutiesOfOffice } from './duties-of-office.tsx'
import { PeopleOfOffice } from './people-of-office.tsx'
import { ReachOfOffice } from './reach-of-office.tsx'

interface OfficeDetailProps {
  readonly id: string
  readonly nodes: readonly OfficeNode[]
}

/** Draws everything about one office: its facts, its people, and what they can see. */
export function OfficeDetail({ id, nodes }: OfficeDetailProps) {
  const { t, language } = useWords()
  const [isGone, setGone] = useState(false)
  const record = useRecord(office, isGone ? null : id)
  if (record.error && !record.data) return <ErrorState error={record.error} onRetry={() => void record.refetch()} />
  if (!record.data) return <Skeleton lines={8} />
  const one = record.data
  const node = findOffice(nodes, id)
  const names = one.labels['identity.user'] ?? {}
  const below = node ? withBelow(node).slice(1) : []
  return (
    <>
      <header className="id-org-head">
        <h2 className="w-grow">{nameIn(office, one, language)}</h2>
        <OfficeActions office={one} nodes={nodes} onGone={() => setGone(true)} />
      </header>
      <section className="w-section">
        <Facts>
          <Fact label={t('identity.office.code')}>
            <span className="w-mono">{one.code}</span>
          </Fact>
          <Fact label={t('identity.office.kind')}>{t(`identity.office.kindValue.${one.kind}`)}</Fact>
          <Fact label={t('identity.office.status')}>
            <StatusTag of="identity.office.status" value={one.status} />
          </Fact>
          <Fact label={t('identity.office.parent')}>
            <OfficeLink id={one.parent} name={one.labels['identity.office']?.[one.parent ?? '']} />
          </Fact>
          <Fact label={t('identity.office.operator')}>
            {one.operator ? (
              <OfficeLink id={one.operator} name={one.labels['identity.office']?.[one.operator]} />
            ) : (
              t('identity.org.companyItself')
            )}
          </Fact>
          <Fact label={t('identity.office.head')}>
            <Leaders ids={one.head ? [one.head] : []} names={names} />
          </Fact>
          <Fact label={t('identity.office.deputyIds')}>
            <Leaders ids={one.deputyIds ?? []} names={names} />
          </Fact>
          <Fact label={t('identity.office.contact')}>{one.contact ?? '–'}</Fact>
          <Fact label={t('identity.office.phone')}>
            <Phone number={one.phone} />
          </Fact>
          <Fact label={t('identity.org.below')}>
            {below.length === 0 ? '–' : t('identity.org.count', { count: below.length })}
          </Fact>
          {node?.kind === 'operator' && node.stations !== null && (
            <Fact label={t('identity.org.stations')}>{t('identity.org.stationCount', { count: node.stations })}</Fact>
          )}
          <Fact label={t('identity.office.address')} wide>
            {one.address ?? '–'}
          </Fact>
          {one.note && (
            <Fact label={t('identity.office.note')} wide>
              {one.note}
            </Fact>
          )}
        </Facts>
      </section>
      <PeopleOfOffice id={id} />
      <DutiesOfOffice id={id} />
      <ReachOfOffice id={id} />
    </>
  )
}

function OfficeLink({ id, name }: { id: string | null; name: string | undefined }) {
  const { t } = useWords()
  if (id === null) return t('identity.org.top')
  return <Link to={linkToRecord('identity.office', id) ?? '#'}>{name ?? id}</Link>
}

function Leaders({ ids, names }: { ids: readonly string[]; names: Readonly<Record<string, string>> }) {
  if (ids.length === 0) return '–'
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to={linkToRecord('identity.user', id) ?? '#'}>{names[id] ?? id}</Link>
    </span>
  ))
}

/** Draws a phone number to be called; one that is masked for the reader leads nowhere. */
function Phone({ number }: { number: string | null }) {
  if (number === null) return '–'
  return number.includes('*') ? number : <a href={`tel:${number}`}>{number}</a>
}
