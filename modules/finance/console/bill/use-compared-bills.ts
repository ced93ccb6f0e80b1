import { useQuery } from '@tanstack/react-query'
import type { BillsAnswer } from '../../contract/index.ts'
import { billQueries } from './bill-api.ts'
import type { BillView } from './use-bill-filter.ts'

export interface ComparedBills {
  /** Undefined until they are read. */
  readonly bills: BillsAnswer | undefined
  readonly hasFailed: boolean
}

/** Returns the bills of the compared days for the same stations; null without a comparison. */
export function useComparedBills({ days, filter }: BillView): ComparedBills | null {
  const { data, error } = useQuery({
    ...billQueries.days({ ...filter, ...days.compared }),
    enabled: days.compared !== null,
    // Figures of the former days must not stay until the new ones arrive, because they would be a wrong comparison.
    placeholderData: () => undefined,
  })
  return days.compared === null ? null : { bills: data, hasFailed: error !== null && data === undefined }
}
