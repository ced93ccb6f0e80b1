/** Query of waiting requests; those that expire first come first. */
export const WAITING = { page: 1, pageSize: 50, sort: 'createdAt', 'filter.state': 'waiting' } as const
/** Query of the newest requests that were decided, have expired or were withdrawn. */
export const DECIDED = {
  page: 1,
  pageSize: 50,
  'filter.state': 'approved,rejected,withdrawn,expired,outdated',
} as const
