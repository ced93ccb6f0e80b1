/** Longest name of a view. */
export const MAX_VIEW_NAME = 50
/** Views of one person on one page. */
export const MAX_VIEWS_PER_PAGE = 50
/** Largest stored state, in characters of JSON. */
export const MAX_VIEW_STATE = 20_000

/** A named state of a list page, as `/chg/api/platform/view/list` answers it. */
export interface View {
  id: string
  version: number
  createdAt: number
  updatedAt: number
  /** Page it belongs to: a resource name or a route name. */
  page: string
  name: string
  /** Everybody of the tenant sees it; only its owner changes it. */
  shared: boolean
  state: unknown
  ownerName: string
  /** What the caller may do with it: `update` and `delete` on one's own. */
  can: string[]
}
