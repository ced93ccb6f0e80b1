import { EmbeddedList, type SectionProps, useMay } from '@wattyard/console-kit'
import { adjustment } from '../../contract/adjustment.ts'
import { flag } from '../../contract/flag.ts'
import { freeze } from '../../contract/freeze.ts'

const FLAGS = ['kind', 'state', 'count', 'amount', 'since', 'createdAt', 'decidedBy', 'reason'] as const
const FREEZES = ['number', 'state', 'total', 'cause', 'until', 'reason', 'placedBy', 'createdAt'] as const
const ADJUSTMENTS = ['number', 'direction', 'cause', 'principal', 'gift', 'evidence', 'actor', 'createdAt'] as const

/** Draws what staff have to know of an account: flags with their evidence, freezes and corrections. */
export function CasesOfMember({ record }: SectionProps) {
  const may = {
    flags: useMay(`${flag.name}:read`),
    freezes: useMay(`${freeze.name}:read`),
    adjustments: useMay(`${adjustment.name}:read`),
  }
  return (
    <>
      {may.flags && <EmbeddedList resource={flag} by="member" record={record} columns={FLAGS} />}
      {may.freezes && <EmbeddedList resource={freeze} by="member" record={record} columns={FREEZES} />}
      {may.adjustments && <EmbeddedList resource={adjustment} by="member" record={record} columns={ADJUSTMENTS} />}
    </>
  )
}
