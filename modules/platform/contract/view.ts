/** Longest name of a view in characters. */
export const MAX_VIEW_NAME = 50
/** Most views of one person on one page. */
export const MAX_VIEWS_PER_PAGE = 50
/** Largest stored state, in characters of JSON. */
export const MAX_VIEW_STATE = 20_000
