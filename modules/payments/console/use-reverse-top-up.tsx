import {
  anyResource,
  CommandDialog,
  type DetailMenu,
  useInvalidate,
  useList,
  useMay,
  useWords,
} from '@wattyard/console-kit'
import { journal } from '@wattyard/ledger/contract'
import { approval } from '@wattyard/platform/contract'
import type { AnyRecord } from '@wattyard/resource'
import { useState } from 'react'
import { payment } from '../contract/payment.ts'
import { useUsage } from './use-usage.ts'

const JOURNAL = anyResource(journal)

/** Returns whether a reversal of a journal waits for a second person: it cannot be asked for again meanwhile. */
function useWaits(journalId: string | undefined): boolean {
  const mayRead = useMay(`${approval.name}:read`)
  // The same query as the mark in the detail's head.
  const query = { page: 1, pageSize: 5, 'filter.state': 'waiting', 'filter.record': journalId ?? '' }
  const { data } = useList(approval, query, { enabled: mayRead && journalId !== undefined })
  return data?.list.some(one => one.record === journalId) ?? false
}

/** Returns the reversal of a top-up's journal, for the menu of its detail, while the money is whole and came by hand. */
export function useReverseTopUp(record: AnyRecord): DetailMenu {
  const { t } = useWords()
  const mayReverse = useMay(`${journal.name}:reverse`)
  const invalidate = useInvalidate()
  const [isAsking, setAsking] = useState(false)
  const usage = useUsage(record.id).data
  const journalId = usage?.journals[0]
  const isWaiting = useWaits(journalId)
  const isOffered = mayReverse && record.state === 'paid' && usage?.canReverse === true && !isWaiting
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
          if (answer) void invalidate(payment.name, approval.name)
        }}
      />
    ),
  }
}
