import type { SectionProps } from '@wattyard/console-kit'
import { JournalLines } from '@wattyard/ledger/console'
import { payment } from '../contract/payment.ts'
import { useUsage } from './use-usage.ts'

/** Draws the journals of a top-up line by line: its credit, and its reversal. */
export function JournalsOfTopUp({ record }: SectionProps) {
  const { data, error, refetch } = useUsage(record.id)
  return <JournalLines of={payment.name} ids={data?.journals} error={error} refetch={refetch} />
}
