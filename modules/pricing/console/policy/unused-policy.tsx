import { type AnyRecord, anyResource, lazyPart, useMay, useRecord, useWords } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useState } from 'react'
import { policy } from '../../contract/index.ts'
import { standingOf } from './standing.ts'

/** By its records alone, as cells and heads get them: with what the server adds. */
const POLICY = anyResource(policy)
const AssignPolicyDialog = lazyPart(async () => (await import('./assign-policy-dialog.tsx')).AssignPolicyDialog)

/** Returns whether a policy has a published version, and no place uses it. A caller who sees only some places cannot know. */
export function isUnused(record: AnyRecord): boolean {
  const standing = standingOf(record)
  const isPublished = Boolean(standing?.current) || (standing?.planned ?? 0) > 0
  return isPublished && record.isWithinReach === true && record.runsAt === 0
}

/** Draws that a published policy is used nowhere, with the way to assign it; nothing for others. */
export function UnusedPolicy({ policyId }: { policyId: string }) {
  const { t } = useWords()
  const { data } = useRecord(POLICY, policyId)
  if (!data || !isUnused(data)) return null
  return (
    <output className="w-banner" data-tone="wait">
      <span className="w-grow">{t('pricing.unused.text')}</span>
      <AssignButton policyId={policyId} />
    </output>
  )
}

/** Draws the button that assigns a policy, with its dialog; nothing for people without the right. */
export function AssignButton({ policyId }: { policyId: string }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const mayAssign = useMay('pricing.assignment:assign')
  if (!mayAssign) return null
  return (
    <>
      <Button className="w-no-print" size="small" type="primary" onClick={() => setOpen(true)}>
        {t('pricing.assignment.assign')}
      </Button>
      {isOpen && <AssignPolicyDialog policyId={policyId} onClose={() => setOpen(false)} />}
    </>
  )
}
