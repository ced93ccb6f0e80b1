import { anyResource, CommandDialog, type DetailMenu, useInvalidate, useMay, useWords } from '@wattyard/console-kit'
import { journal } from '@wattyard/ledger/contract'
import type { AnyRecord } from '@wattyard/resource'
import { useState } from 'react'
import { payment } from '../contract/payment.ts'
import { useUsage } from './use-usage.ts'

const JOURNAL = anyResource(journal)

/** Returns the reversal of a top-up's journal, for the menu of its detail, while the money is whole and came by hand. */
export function useReverseTopUp(record: AnyRecord): DetailMenu {
  const { t } = useWords()
  const mayReverse = useMay(`${journal.name}:reverse`)
  const invalidate = useInvalidate()
  const [isAsking, setAsking] = useState(false)
  const usage = useUsage(record.id).data
  const journalId = usage?.journals[0]
  const isOffered = mayReverse && record.state === 'paid' && usage?.canReverse === true
  return {
    actions: isOffered ? [{ key: 'reverse', label: t('payments.page.reverse'), run: () => setAsking(true) }] : [],
    dialog: isAsking && journalId !== undefined && (
      <CommandDialog
        resource={JOURNAL}
        command="reverse"
        records={[
          { id: journalId, version: 0, can: ['reverse'], sourceId: String(record.number), createdAt: 0, updatedAt: 0 },
        ]}
        onDone={answer => {
          setAsking(false)
          if (answer) void invalidate(payment.name)
        }}
      />
    ),
  }
}
