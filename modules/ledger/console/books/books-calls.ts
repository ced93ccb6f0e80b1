import { queryOptions, infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { account, listAccountsOfCode, readStatement, readTrialBalance } from '../../contract/index.ts'
import type { AccountCode } from '../../contract/index.ts'

export interface BookDays {
  readonly from: string
  readonly to: string
}

const quiet = { lane: 'page', quiet: true } as const

/** Names of the resource whose changes make what is shown here old. */
export const BOOKS = [account.name, 'books'] as const

export const booksQueries = {
  trial: ({ from, to }: BookDays) =>
    queryOptions({
      queryKey: [...BOOKS, 'trial', from, to],
      queryFn: ({ signal }) => api.call(readTrialBalance, { from, to }, { ...quiet, signal }),
      placeholderData: before => before,
    }),
  accounts: (code: AccountCode, { from, to }: BookDays) =>
    queryOptions({
      queryKey: [...BOOKS, 'accounts', code, from, to],
      queryFn: ({ signal }) => api.call(listAccountsOfCode, { code, from, to }, { ...quiet, signal }),
    }),
  statement: (id: string, { from, to }: BookDays) =>
    infiniteQueryOptions({
      queryKey: [...BOOKS, 'statement', id, from, to],
      queryFn: ({ signal, pageParam }) =>
        api.call(
          readStatement,
          { account: id, from, to, ...(pageParam === '' ? {} : { after: pageParam }) },
          { ...quiet, signal },
        ),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
    }),
}
