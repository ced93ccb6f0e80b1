import { EmptyState, PageHeader, may, panesOf, useMay, useSession, useWords, useTabQuery } from '@wattyard/console-kit'
import { Segmented } from 'antd'
import type { ComponentType } from 'react'
import { AuditPart } from './audit-part.tsx'
import { InterfacePart } from './interface-part.tsx'
import './log.css'

interface LogPart {
  readonly key: string
  readonly title: string
  readonly isNarrowed: boolean
  readonly Show: ComponentType
}

/** Returns the parts of the log that this person may see: the platform's own, then those of other modules. */
function useParts(): LogPart[] {
  const { t } = useWords()
  const mayAudit = useMay('platform.audit:read')
  const mayInterface = useMay('platform.interface:read')
  const me = useSession(session => session.me)
  const own = (key: string, isOpen: boolean, Show: ComponentType) =>
    isOpen ? [{ key, title: t(`platform.audit.parts.${key}`), isNarrowed: false, Show }] : []
  return [
    ...own('operation', mayAudit, AuditPart),
    ...own('sign-in', mayAudit, AuditPart),
    ...panesOf('/console/log').flatMap(({ key, title, needs, stations, Show }) =>
      may(me, needs) ? [{ key, title: t(title), isNarrowed: stations === 'narrowed', Show }] : [],
    ),
    ...own('interface', mayInterface, InterfacePart),
  ]
}

/** Draws `/console/log`: actions of people, sign-ins, events and commands of devices, and calls from and to partners. */
export function Page() {
  const { t } = useWords()
  const [params, setParams] = useTabQuery()
  const parts = useParts()
  const part = parts.find(({ key }) => key === params.get('part')) ?? parts[0]
  const isAudit = part?.Show === AuditPart
  return (
    <div className="w-page">
      <PageHeader
        title={t('route./console/log')}
        note={isAudit ? t('platform.audit.keeps') : undefined}
        isNarrowed={part?.isNarrowed}
      >
        <Segmented
          aria-label={t('platform.audit.noun')}
          value={part?.key ?? ''}
          // The filters of one part have no meaning in another.
          onChange={key => setParams(key === parts[0]?.key ? {} : { part: key }, { replace: true })}
          options={parts.map(({ key, title }) => ({ value: key, label: title }))}
        />
      </PageHeader>
      {part ? <part.Show key={part.key} /> : <EmptyState title={t('platform.audit.none')} />}
    </div>
  )
}
