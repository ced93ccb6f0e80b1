/** Requests that wait, those first that lapse first. */
export const WAITING = { page: 1, pageSize: 50, sort: 'createdAt', 'filter.state': 'waiting' } as const
/** The newest that were decided, lapsed or taken back. */
export const DECIDED = {
  page: 1,
  pageSize: 50,
  'filter.state': 'approved,rejected,withdrawn,expired,outdated',
} as const
