import { useQuery } from '@tanstack/react-query'
import type { BillsAnswer } from '../../contract/index.ts'
import { billQueries } from './bill-api.ts'
import type { BillView } from './use-bill-filter.ts'

export interface ComparedBills {
  /** Undefined until they were read. */
  readonly bills: BillsAnswer | undefined
  readonly hasFailed: boolean
}

/** Returns the bills of the days that the period is compared with, of the same stations; null without comparison. */
export function useComparedBills({ days, filter }: BillView): ComparedBills | null {
  const { data, error } = useQuery({
    ...billQueries.days({ ...filter, ...days.compared }),
    enabled: days.compared !== null,
    // Other days' figures, kept until the new ones come, would be a comparison that is none.
    placeholderData: () => undefined,
  })
  return days.compared === null ? null : { bills: data, hasFailed: error !== null && data === undefined }
}
