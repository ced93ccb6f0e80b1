import { EmbeddedList, type SectionProps, useList, useMay, useWords } from '@wattyard/console-kit'
import { adjustment } from '../../contract/adjustment.ts'
import { flag } from '../../contract/flag.ts'
import { freeze } from '../../contract/freeze.ts'

const FLAGS = ['kind', 'state', 'count', 'amount', 'since', 'createdAt', 'decidedBy', 'reason'] as const
const FREEZES = ['number', 'state', 'total', 'cause', 'until', 'reason', 'placedBy', 'createdAt'] as const
const ADJUSTMENTS = ['number', 'direction', 'cause', 'principal', 'gift', 'evidence', 'actor', 'createdAt'] as const

/** Returns whether a member has cases of a kind; undefined until it is known. */
function useHas(resource: typeof flag | typeof freeze | typeof adjustment, memberId: string): boolean | undefined {
  const mayRead = useMay(`${resource.name}:read`)
  const { data } = useList(resource, { page: 1, pageSize: 1, 'filter.member': memberId }, { enabled: mayRead })
  return mayRead ? data && data.total > 0 : false
}

/** Draws what staff have to know of an account: flags with their evidence, freezes and corrections. Most accounts have none, in one line. */
export function CasesOfMember({ record }: SectionProps) {
  const { t } = useWords()
  const has = {
    flags: useHas(flag, record.id),
    freezes: useHas(freeze, record.id),
    adjustments: useHas(adjustment, record.id),
  }
  if (Object.values(has).every(one => one === false)) return <p className="w-quiet">{t('members.page.noCases')}</p>
  return (
    <>
      {has.flags && <EmbeddedList resource={flag} by="member" record={record} columns={FLAGS} />}
      {has.freezes && <EmbeddedList resource={freeze} by="member" record={record} columns={FREEZES} />}
      {has.adjustments && <EmbeddedList resource={adjustment} by="member" record={record} columns={ADJUSTMENTS} />}
    </>
  )
}
