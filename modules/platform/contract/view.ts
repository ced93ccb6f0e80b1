/** Longest name of a view. */
export const MAX_VIEW_NAME = 50
/** Views of one person on one page. */
export const MAX_VIEWS_PER_PAGE = 50
/** Largest stored state, in characters of JSON. */
export const MAX_VIEW_STATE = 20_000
